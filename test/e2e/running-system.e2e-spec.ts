/**
 * Api and worker with every source of user data configured. The parts share one system and each has its own organization
 * (`useRunningSystem`). Their order matters: encryption-at-rest decrypts all stored values, audit-trail prunes
 * earlier entries, audit breaks a chain, and retention stops the api.
 */
import './running-system/encryption-at-rest';
import './running-system/audit-trail';
import './running-system/audit';
import './running-system/watching';
import './running-system/personal-data';
import './running-system/retention';
