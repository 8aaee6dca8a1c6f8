/** OpenID Connect: login at a provider, the mapping of its identities to users, and verification of its tokens. */
export { AdmitPerson, type AdmittedPerson } from './people/admit-person';
export { ProviderTokens } from './provider/bearer-tokens';
export {
  CheckProvider,
  PROVIDER_CHECKS,
  PROVIDER_FAULTS,
  type CheckedPart,
  type ProviderFault,
} from './provider/check-provider';
export { callbackAddress, logoutAddress } from './provider/addresses';
export { LogoutTokens } from './provider/logout-token';
export { PENDING_TTL_S } from './provider/pending-login';
export { ProviderLogin, type BegunLogin, type ProvidedLogin } from './provider/provider-login';
export { ConfirmLogin, type Confirmation } from './provider/confirm-login';
export { SingleSignOnModule } from './single-sign-on.module';
export { ProviderLoginsModule } from './store/provider-logins.module';
export { ProviderLoginsStore } from './store/provider-logins.store';
