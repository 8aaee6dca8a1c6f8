/**
 * Prevents calls to internal addresses by user-supplied URLs (SSRF): decides which may be called, and calls exactly the
 * checked address.
 */
export {
  AddressRules,
  DnsResolver,
  locate,
  type Location,
  NameResolver,
  readTarget,
  type Resolution,
  type Target,
} from './target';
export { PinnedClient, type PinnedRequest } from './pinned-client';
