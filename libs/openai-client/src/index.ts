/** The client for servers with OpenAI's HTTP API: language models, images, speech. */
export { DONE, OpenAiServer, type CallOutcome, type ServerSettings } from './openai-server';
export { notUnderstood, refusalOf, refused, UpstreamRefusal } from './provider-failure';
