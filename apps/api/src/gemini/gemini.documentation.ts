import type { ApiResponseOptions } from '@nestjs/swagger';
import { AppError, codeOfStatus } from '@app/common';
import { geminiError } from '../http/failure-body';
import { MODEL_CALL_HEADERS } from '../http/model-call';
import { ApiAnswer, GeminiFailureDto } from '../openapi/api-answer.decorator';
import { fieldTable } from '../openai/leak-matrix';
import { DROPPED, WHERE_REFUSED } from '../openai/openai.documentation';

export const CONTENT_DESCRIPTION = [
  'Stateless. Personal data in the body is hidden from the provider and restored in the answer, whole or in chunks. In the ' +
    'arguments of functions it is restored only inside strings. What the model thought is returned as it wrote it, with ' +
    'replacements. A provider that does not have this interface receives chat completions. The key may stand in ' +
    '`x-goog-api-key`, but not in the address.',
  fieldTable('generateContent'),
  WHERE_REFUSED,
].join('\n\n');

const TEXT = 'Write to Anna Schmidt, anna.schmidt@example.com.';

/** The required fields of Gemini's body. Google documents the others. */
export const CONTENT_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['contents'],
  properties: {
    contents: { type: 'array', minItems: 1, items: { type: 'object', additionalProperties: true } },
  },
  example: { contents: [{ role: 'user', parts: [{ text: TEXT }] }] },
};

const ANSWER =
  'This is demo-echo, not a language model: it only repeats what a provider would have been sent.\n\n' + TEXT;
const HEAD = { modelVersion: 'demo-echo', responseId: '019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d' };
const CHUNK = { candidates: [{ content: { role: 'model', parts: [{ text: 'This' }] }, index: 0 }], ...HEAD };

const jsonAnswer = (example: object): ApiResponseOptions => ({
  status: 200,
  content: { 'application/json': { schema: { type: 'object', additionalProperties: true }, example } },
});

export const CONTENT_ANSWER: ApiResponseOptions = {
  ...jsonAnswer({
    candidates: [{ content: { role: 'model', parts: [{ text: ANSWER }] }, index: 0, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 81, candidatesTokenCount: 37, totalTokenCount: 118 },
    ...HEAD,
  }),
  headers: { ...MODEL_CALL_HEADERS, ...DROPPED },
};

export const CONTENT_STREAM: ApiResponseOptions = {
  status: 200,
  headers: { ...MODEL_CALL_HEADERS, ...DROPPED },
  content: {
    'text/event-stream': { schema: { type: 'string' }, example: `data: ${JSON.stringify(CHUNK)}\n\n` },
  },
};

export const CONTENT_TOKENS = jsonAnswer({ totalTokens: 38 });

export const CONTENT_MODELS = jsonAnswer({
  models: [
    {
      name: 'models/demo-echo',
      displayName: 'demo-echo',
      inputTokenLimit: 6144,
      outputTokenLimit: 2048,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    },
  ],
});

/** Documents a failure in Google's format. Only models are the cause of a 404. */
export const ApiGeminiFailure = (status: number, message: string) =>
  ApiAnswer(
    GeminiFailureDto,
    geminiError(new AppError(status === 404 ? 'model_not_found' : codeOfStatus(status), message)),
    { status },
  );
