import type { Decisions } from './proof';

const ROWS = 'test/contract/interface-rows.ts';
const LOGIN = 'test/integration/login.e2e-spec.ts';
const TOKENS = 'test/integration/tokens.e2e-spec.ts';

/** Logins and tokens (contract: Login and tokens). */
export const ON_LOGIN: Decisions = {
  '2: wrong password, unknown and inactive users': [ROWS, 'error / login, unknown or inactive user'],
  '2: user names without regard to case': [LOGIN, 'compares user names without regard to case'],
  '2: argon2id': ['libs/accounts/src/passwords.spec.ts', 'hashes with argon2id'],
  '2: signature, kid, claims': [LOGIN, 'says who the user is in the claims'],
  '2: keys rotate without a logout': [TOKENS, 'changes the signing key without a logout'],
  '2: 30 s of leeway': ['libs/auth/src/jwt-auth.guard.spec.ts', 'half a minute of leeway aside'],
  '2: a deactivation, a revoked grant and a logout count at once': [
    TOKENS,
    'grants and revokes the job endpoints at once',
  ],
  '2: refresh rotates': [TOKENS, 'refreshes: a new pair of tokens'],
  '2: reuse of a spent token ends the login': [
    TOKENS,
    'ends the whole login when a spent refresh token comes back',
  ],
  '2: logout': [TOKENS, 'logs out, with a spent token too'],
  '2: ends of refresh tokens and logins': [TOKENS, 'takes no refresh token after its end'],
  '2: ten failures of one name from one address': [LOGIN, 'refuses the eleventh try'],
  '2: a hundred failures of an address': [LOGIN, 'refuses an address after a hundred failures'],
  '2: keyed hashes in Redis': [LOGIN, 'counts under keyed hashes'],
};
