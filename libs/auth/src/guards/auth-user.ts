import type { Owner } from '@app/common';
import type { CallerLimits } from '../limits/stored-limits';
import type { Grant } from '../organizations/grant';

/** Who calls, as the access token says. */
export interface AuthUser extends Owner {
  email: string;
  /** The login that the token came of. */
  sessionId: string;
}

/** What the guards know beside, read anew for every request. */
export interface GuardedUser extends AuthUser {
  /** The organization's. */
  grants: readonly Grant[];
  limits: CallerLimits;
}
