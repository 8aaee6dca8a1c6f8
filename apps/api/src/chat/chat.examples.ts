import { getSchemaPath, type ApiResponseOptions } from '@nestjs/swagger';
import { ChatResultDto } from './chat-answers.dto';

const ECHO =
  'This is demo-echo, not a language model: it only repeats what a provider would have been sent.\n\n';
const PROMPT = 'Write to Anna Schmidt, anna.schmidt@example.com, or call +49 30 23125 123.';
const HIDDEN = 'Write to [NAME_1], [EMAIL_1], or call [PHONE_1].';

export const CHAT_ID = '019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d';
export const CHAT_NAME = 'Write to Anna Schmidt, anna.schmidt@example.com, or call +49';

const RESULT = {
  session_id: CHAT_ID,
  anonymized_prompt: HIDDEN,
  replaced_response: ECHO + PROMPT,
  anonymized_values: { Emails: ['[EMAIL_1]'], Phone: ['[PHONE_1]'], Names: ['[NAME_1]'] },
  total_tokens: '118',
};

const EVENTS = `event: start
data: {"session_id":"019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d"}

event: delta
data: {"text":"Write to Anna Schmidt"}

event: result
data: ${JSON.stringify(RESULT)}

`;

/** One body for both forms of the answer. */
export const CHAT_RESPONSE: ApiResponseOptions = {
  status: 200,
  description: 'The turn is kept, and its answer restored',
  content: {
    'application/json': { schema: { $ref: getSchemaPath(ChatResultDto) }, example: RESULT },
    'text/event-stream': { schema: { type: 'string' }, example: EVENTS },
  },
};

export const HISTORY = {
  success: true,
  message: 'Chat history',
  response_code: 200,
  data: {
    anonymized_values: RESULT.anonymized_values,
    prompts: [
      { responseType: 'text', originalPrompt: PROMPT, anonymizedPrompt: HIDDEN, response: ECHO + HIDDEN },
    ],
  },
};
