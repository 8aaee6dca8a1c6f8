/**
 * Api and worker with every source of user data configured. The parts share one system and each has its own organization
 * (`useLivedIn`). Their order matters: encryption-at-rest decrypts all stored values, audit-trail prunes
 * earlier entries, audit breaks a chain, and retention stops the api.
 */
import './lived-in/encryption-at-rest';
import './lived-in/audit-trail';
import './lived-in/audit';
import './lived-in/watching';
import './lived-in/personal-data';
import './lived-in/retention';
