import type { CallOptions } from '../support/api-client';

/** A request with a text of an attacker. */
export interface TextCall extends CallOptions {
  /** Below {ai_base}; absent: the path of the operation */
  path?: string;
}

/** What exists before the attack: a case with a value, and its replacement. */
export interface Target {
  caseId: string;
  replacement: string;
}

const MODEL = 'demo-echo';
const CHOICES = { choices: ['All'], lang: 'de' };

function form(text: string, fields: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([text]), 'brief.txt');
  return body;
}

const chat = (text: string): TextCall => ({
  body: { model: MODEL, messages: [{ role: 'user', content: text }] },
});

/** The endpoints that read texts, each with its requests. */
export const READ_TEXTS: Readonly<Record<string, (text: string, target: Target) => TextCall[]>> = {
  'POST /ai/v1/anonymize': (prompt, { caseId }) => [
    { body: { model: MODEL, prompt, anonymized: true, ...CHOICES } },
    { body: { model: MODEL, prompt, anonymized: true, ...CHOICES, case_id: caseId } },
  ],
  'POST /ai/v1/preview': (prompt) => [{ body: { model: MODEL, prompt, ...CHOICES } }],
  'POST /ai/v1/chat': (prompt) => [{ body: { model: MODEL, prompt, anonymized: true, ...CHOICES } }],
  'POST /ai/v1/job/anonymize': (text) => [{ body: { text, delivery: 'poll', ...CHOICES } }],
  'POST /ai/v1/restore': (text, { caseId, replacement }) => [
    { body: { text: `${replacement}. ${text}`, case_id: caseId } },
    { body: { text: `${replacement}. ${text}`, case_id: caseId, spans: true } },
    { body: { text: JSON.stringify({ a: `${replacement}. ${text}` }), case_id: caseId, format: 'json' } },
    { body: `${replacement}. ${text}`, headers: { 'content-type': 'text/plain', 'x-case': caseId } },
  ],
  'POST /ai/v1/openai/v1/chat/completions': (text) => [
    chat(text),
    {
      body: {
        model: MODEL,
        messages: [
          { role: 'user', content: 'Hello' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'find', arguments: JSON.stringify({ [text.slice(0, 1_000)]: text }) },
              },
            ],
          },
          { role: 'tool', tool_call_id: 'c1', content: JSON.stringify({ output: text }) },
        ],
      },
    },
  ],
  'POST /ai/v1/openai/v1/responses': (input) => [{ body: { model: MODEL, input } }],
  'POST /ai/v1/openai/v1/embeddings': (input) => [{ body: { model: MODEL, input } }],
  'POST /ai/v1/openai/v1/files': (text) => [
    {
      body: form(
        `${JSON.stringify({ custom_id: 'a', method: 'POST', url: '/v1/chat/completions', ...chat(text) })}\n`,
        { purpose: 'batch' },
      ),
    },
  ],
  'POST /ai/v1/openai/v1/images/generations': (prompt) => [{ body: { prompt } }],
  'POST /ai/v1/generate-image': (prompt) => [{ body: { prompt } }],
  'POST /ai/v1/anthropic/v1/messages': (text) => [
    { body: { model: MODEL, max_tokens: 10, messages: [{ role: 'user', content: text }] } },
  ],
  'POST /ai/v1/anthropic/v1/messages/count_tokens': (text) => [
    { body: { model: MODEL, messages: [{ role: 'user', content: text }] } },
  ],
  ...Object.fromEntries(
    ['generateContent', 'streamGenerateContent', 'countTokens'].map((action) => [
      `POST /ai/v1/gemini/v1beta/models/{model}:${action}`,
      (text: string): TextCall[] => [
        {
          path: `gemini/v1beta/models/${MODEL}:${action}`,
          body: { contents: [{ role: 'user', parts: [{ text }] }] },
        },
      ],
    ]),
  ),
  'POST /ai/v1/litellm/beta/litellm_basic_guardrail_api': (text) => [
    { body: { input_type: 'request', litellm_call_id: 'a', texts: [text], request_data: {} } },
  ],
  'POST /ai/v1/mcp': (text) => [
    {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'anonymize', arguments: { text } },
      },
      headers: { accept: 'application/json, text/event-stream' },
    },
  ],
  'POST /ai/v1/presidio/analyze': (text) => [
    { body: { text, language: 'en' } },
    { body: { text, language: 'en', allow_list: text.slice(0, 50_000).match(/.{1,200}/gsu) } },
  ],
  'POST /ai/v1/presidio/anonymize': (text) => [{ body: { text, analyzer_results: [] } }],
  'POST /ai/v1/presidio/deanonymize': (text) => [
    { body: { text, anonymizer_results: [], deanonymizers: {} } },
  ],
  'POST /ai/v1/files/anonymize': (text) => [{ body: form(text, { choices: 'All', lang: 'de' }) }],
  'POST /ai/v1/files/preview': (text) => [{ body: form(text, { choices: 'All', lang: 'de' }) }],
  'POST /ai/v1/job/anonymize-file': (text) => [
    { body: form(text, { choices: 'All', lang: 'de', delivery: 'poll' }) },
  ],
  'POST /ai/v1/files/restore': (text, { caseId, replacement }) => [
    { body: form(`${replacement}. ${text}`, { case_id: caseId }) },
  ],
  'POST /ai/v1/upload': (text) => [{ body: text, headers: { 'content-type': 'text/plain' } }],
  'POST /ai/v1/sessions/search': (text) => [{ body: { text } }],
  'POST /ai/v1/assistants': (text) => [{ body: { name: 'a', instruction: text } }],
  'POST /ai/v1/cases/{case_id}/forget': (value, { caseId }) => [
    { path: `cases/${caseId}/forget`, body: { value } },
  ],
};

/**
 * The other endpoints with a body: ids, names, limits, settings and secrets, all of limited length, and recordings. The attack
 * has its text in each of their strings.
 */
export const READ_NO_TEXTS: readonly string[] = [
  'PUT /ai/v1/assistants/{assistant_id}',
  'POST /ai/v1/cases',
  'PATCH /ai/v1/cases/{case_id}',
  'POST /ai/v1/chat/{chat_id}/continue',
  'POST /ai/v1/chat/{chat_id}/regenerate',
  'POST /ai/v1/chat/{chat_id}/version',
  'POST /ai/v1/chat/{chat_id}/title',
  'POST /ai/v1/sessions/{session_id}/suggestions',
  'POST /ai/v1/rename-session',
  'POST /ai/v1/sessions/{session_id}/share',
  'POST /ai/v1/job/{job_id}/redeliver',
  'POST /ai/v1/mcp/{server}',
  'POST /ai/v1/openai/v1/batches',
  'POST /ai/v1/openai/v1/images/edits',
  'POST /ai/v1/openai/v1/audio/transcriptions',
  'POST /ai/v1/job/transcribe',
  'POST /ai/v1/get-token-usage',
  'POST /idm/v1/auth/login',
  'POST /idm/v1/auth/password',
  'POST /idm/v1/auth/invitation',
  'POST /idm/v1/auth/refresh',
  'POST /idm/v1/auth/logout',
  'POST /idm/v1/keys',
  'POST /idm/v1/oidc/backchannel-logout',
  'PUT /idm/v1/profile',
  'POST /idm/v1/second-factor/confirm',
  'POST /idm/v1/second-factor/disable',
  'POST /idm/v1/session',
];

/** Returns a text of a number of characters that repeats a pattern. */
const repeated =
  (pattern: string) =>
  (length: number): string =>
    pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

/** Texts on which work per character, or without a rest between words and lines, takes long. */
export const HOSTILE_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  letters: repeated('x'),
  'letters with marks': repeated('e\u0301'),
  Chinese: repeated('漢'),
  digits: repeated('7'),
  'words of 880 letters': repeated(`${'x'.repeat(880)} `),
  commas: repeated(', '),
  'escaped line breaks': repeated('\\n'),
  'hyphens at line ends': repeated('a-\n'),
  underscores: repeated('_a'),
  'nested JSON': repeated('[{"a":'),
  'open addresses': repeated('<a b="https://x/? \\href{'),
  'percent signs': repeated('%C3%A9'),
  entities: repeated('&amp;'),
  names: repeated('Hans Müller, hans.mueller@firma.de; '),
};
