/** The gateway in the dialects of OpenAI, Anthropic and Gemini: existing clients use it by changing a base URL. */
export type { GatewayInput } from './hide-body';
export type { JsonObject } from './json';
export { LEAK_MATRIX } from './leak-matrix';
export { OTHERS } from './reading/field-rules';
export type { FieldFate } from './reading/describe-fields';
export {
  HideLines,
  RestoringLines,
  unansweredLine,
  type AnsweredLine,
  type HidingLines,
} from './batches/batch-lines';
export type { StoredLine } from './batches/lines-of-endpoint';
export {
  BATCH_ENDPOINTS,
  modelOfLine,
  nameOfLine,
  readBatchLine,
  type BatchEndpoint,
  type BatchRequest,
} from './batches/read-batch-line';
export { HideBody } from './hide-body';
export { HideBodyModule, OpenAiGatewayModule } from './openai-gateway.module';
export { readSpeechForm, TRANSCRIPT_FORMATS, type SpeechForm } from './audio/read-speech-form';
export { renderTranscript } from './audio/render-transcript';
export { RelayCall } from './relay-call';
export { repeatedFields } from './responses/repeated-fields';
export { CreateEmbeddings } from './embeddings/create-embeddings';
export { HideEmbeddings } from './embeddings/hide-embeddings';
export { DrawImage } from './images/draw-image';
export type { UploadedImages } from './images/uploaded-images';
export { MAX_MESSAGES, MAX_READ_IMAGES, MAX_STOPS, MAX_TEXTS, MAX_TOOLS } from './reading/bounds';
