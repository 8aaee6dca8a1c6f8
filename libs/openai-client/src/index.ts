/** The one client for servers that speak OpenAI's HTTP: language models, images, speech. */
export { DONE, OpenAiServer, type CallOutcome, type ServerSettings } from './openai-server';
export { notUnderstood, refusalOf, refused, UpstreamRefusal } from './provider-failure';
