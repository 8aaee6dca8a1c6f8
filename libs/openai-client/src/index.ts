/** The client for servers of providers: language models, images, speech. */
export { DONE, ProviderClient, type CallOutcome, type ServerSettings } from './provider-client';
export { notUnderstood, refusalOf, refused, tooLarge, UpstreamRefusal } from './provider-failure';
export { readSse } from './read-sse';
