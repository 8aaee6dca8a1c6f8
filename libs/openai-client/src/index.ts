/** The one client for servers that speak OpenAI's HTTP: language models, images, speech. */
export {
  DONE,
  OpenAiServer,
  refusalOf,
  UpstreamRefusal,
  type ServerCall,
  type ServerSettings,
} from './openai-server';
