/** The client for servers with OpenAI's HTTP API: language models, images, speech. */
export {
  DONE,
  MAX_DEPTH,
  MAX_VALUES,
  OpenAiServer,
  type CallOutcome,
  type ServerSettings,
} from './openai-server';
export { notUnderstood, refusalOf, refused, tooLarge, UpstreamRefusal } from './provider-failure';
