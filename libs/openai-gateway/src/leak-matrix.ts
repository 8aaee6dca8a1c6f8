import { SPEECH_FIELDS } from './audio/read-speech-form';
import { EMBEDDING_FIELDS } from './embeddings/read-embeddings';
import { MESSAGES_FIELDS } from './messages/read-message-body';
import { GEMINI_FIELDS } from './gemini/read-contents-body';
import { EDIT_FIELDS, IMAGE_FIELDS } from './images/read-image-body';
import { describeBody, describeFields, type FieldFate } from './reading/describe-fields';
import { CHAT_FIELDS } from './reading/read-body';
import { RESPONSE_FIELDS } from './reading/read-response-body';

/** The fate of each field of each gateway body, derived from the rules that read the bodies. */
export const LEAK_MATRIX: Readonly<Record<string, readonly FieldFate[]>> = {
  'chat/completions': describeBody(CHAT_FIELDS),
  responses: describeBody(RESPONSE_FIELDS),
  messages: describeBody(MESSAGES_FIELDS),
  generateContent: describeFields(GEMINI_FIELDS),
  embeddings: describeFields(EMBEDDING_FIELDS),
  'audio/transcriptions': describeFields(SPEECH_FIELDS),
  'images/generations': describeFields(IMAGE_FIELDS),
  'images/edits': describeFields(EDIT_FIELDS),
};
