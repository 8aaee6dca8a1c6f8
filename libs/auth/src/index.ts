/** Login, tokens, the guards, and who is calling. */
export { AuthModule } from './auth.module';
export {
  CurrentUser,
  IS_PUBLIC,
  Public,
  REQUIRED_GRANT,
  RequiresGrant,
  type AuthUser,
  type GuardedUser,
} from './caller';
export { GrantGuard, notGranted } from './grant.guard';
export type { Tokens } from './issue-tokens';
export { JwtAuthGuard, missingToken } from './jwt-auth.guard';
export { Login } from './login';
export { RefreshTokens } from './refresh-tokens';
export { SigningKeys, type PublicJwk } from './signing-keys';
