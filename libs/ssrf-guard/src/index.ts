/**
 * Prevents calls to internal addresses by user-supplied URLs (SSRF): decides which may be called, and calls exactly the
 * checked address.
 */
export { AddressRules } from './address-rules';
export { DnsResolver, NameResolver, type Resolution } from './name-resolver';
export { PinnedClient, type PinnedRequest } from './pinned-client';
export { locate, readTarget, type Location, type Target } from './target';
