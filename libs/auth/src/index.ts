/** Login, tokens, guards, and the current caller. */
export { AuthModule } from './auth.module';
export {
  Access,
  IS_PUBLIC,
  Public,
  REQUIRED_GRANT,
  RequiresGrant,
  ROUTE_ACCESS,
  type RouteAccess,
} from './access.decorator';
export { AcceptInvitation } from './accept-invitation';
export { AccessGuard, lacksRole, lacksScope, notForKeys, notGranted, onlyForKeys } from './access.guard';
export { ChangePassword } from './change-password';
export { CurrentUser, type AuthUser, type GuardedUser } from './caller';
export { CODE_TTL_S, type LoginCode } from './console/login-codes.store';
export { ProviderSession } from './console/provider-session';
export { CONSOLE_IDLE_MS, type Tokens } from './issue-tokens';
export { JwtAuthGuard, missingToken } from './jwt-auth.guard';
export { BROWSER_NAMES, deviceOf, SYSTEM_NAMES } from './device';
export { Login } from './login';
export { NO_LOGIN, OwnLogins, type OwnLogin } from './own-logins';
export { RoleOfLogin } from './console/role-of-login';
export { RefreshTokens } from './refresh-tokens';
export { SigningKeys, type PublicJwk } from './signing-keys';
export { AnnounceExpiringKeys } from './announce-expiring-keys';
export { AnnouncementsModule } from './announcements.module';
