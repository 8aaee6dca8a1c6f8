/** The one client for servers that speak OpenAI's HTTP: language models, images, speech. */
export {
  DONE,
  OpenAiServer,
  refusalOf,
  UpstreamRefusal,
  type CallOutcome,
  type ServerSettings,
} from './openai-server';
