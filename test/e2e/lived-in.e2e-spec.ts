/**
 * Api and worker with everything configured that a user's data may come of: parts that share one system, each with an
 * organization of its own (`useLivedIn`). In this order: encryption-at-rest opens all that is stored, audit-trail prunes
 * whatever was told of, audit breaks a chain, and retention leaves no api.
 */
import './lived-in/encryption-at-rest';
import './lived-in/audit-trail';
import './lived-in/audit';
import './lived-in/watching';
import './lived-in/personal-data';
import './lived-in/retention';
