import { gzipSync } from 'node:zlib';
import type { Operation } from '../contract/open-api';
import type { Random } from './random';
import { hugeJson, longText, oddObject, oddValue, PROTOTYPE_NAMES } from './values';

/** One request, with the time after which its client disconnects. */
export interface Attack {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  timeoutMs: number;
}

/** Slightly more bytes than the endpoints read. */
const SIZES = { 'openai/v1': 17 * 1024 ** 2, 'job/anonymize': 6 * 1024 ** 2, usual: 1.1 * 1024 ** 2 };
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/octet-stream',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'application/x-www-form-urlencoded',
  ...PROTOTYPE_NAMES,
];
const HEADERS = [
  'X-Anonymize',
  'X-Replacements',
  'Idempotency-Key',
  'File-Name',
  'Accept',
  'Range',
  'X-Forwarded-For',
  'X-Request-Id',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Returns a random request to an endpoint, with a valid token, an invalid one or none. */
export function attackOn(operation: Operation, random: Random, tokens: readonly string[]): Attack {
  const method = random.oneIn(20) ? random.of(METHODS) : operation.method;
  const id = (): string =>
    encodeURIComponent(random.oneIn(2) ? random.of(PROTOTYPE_NAMES) : text(oddValue(random))) || 'x';
  const headers: Record<string, string> = {};
  if (!random.oneIn(8))
    headers.authorization = `Bearer ${random.oneIn(12) ? longText(random, 200).replace(/[^!-~]/g, 'x') : random.of(tokens)}`;
  for (const name of HEADERS) if (random.oneIn(8)) headers[name] = headerValue(random);
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(operation, random, headers);
  return {
    method,
    path: `${operation.at(id(), id())}${queryOf(random)}`,
    headers,
    ...(body !== undefined && { body }),
    // Some clients disconnect at once, some while the api works.
    timeoutMs: random.oneIn(10) ? random.below(2_000) : 30_000,
  };
}

/** The maximum number of patterns of a policy, each with the most expensive program. */
export const COSTLY_POLICY = {
  terms: [
    '(?:[^Q]?){60}Q0',
    '(?i)(?:[^Qß]?){60}Q0',
    '(?:\\pL?){60}Q0',
    '(?i)(?:s?k?){30}Q0',
    'a(?:(?:[^Q]?){58}[^Q]*Q)?',
  ]
    .flatMap((pattern) => [pattern, pattern, pattern])
    .map((pattern) => ({ pattern })),
};

/**
 * Returns one of the largest texts that an organization with {@link COSTLY_POLICY} may send, with a match in each of its parts.
 */
export function patternAttack(random: Random, token: string): Attack {
  const text = (length: number): string => `${'ab'.repeat(500)}Q0 `.repeat(Math.floor(length / 1_003));
  const lines = (length: number): string => `${'ab'.repeat(15)}Q0\n`.repeat(Math.floor(length / 35));
  const { path, body } = random.of([
    {
      path: '/ai/v1/openai/v1/chat/completions',
      body: {
        model: 'test-model',
        messages: [
          { role: 'user', content: 'Hello' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } }],
          },
          {
            role: 'tool',
            tool_call_id: 'c1',
            content: random.of([
              text(15 * 1024 ** 2),
              JSON.stringify({ output: lines(14 * 1024 ** 2) }),
              `print(${JSON.stringify(lines(14 * 1024 ** 2))})`,
              `print("${String.raw`\x41`.repeat(450_000)}")`,
            ]),
          },
        ],
      },
    },
    {
      path: '/ai/v1/job/anonymize',
      body: {
        text: text(5 * 1024 ** 2),
        lang: 'en',
        choices: ['All'],
        delivery: 'poll',
      },
    },
    {
      path: '/admin/v1/policy/preview',
      body: { policy: COSTLY_POLICY, text: text(99_000), lang: 'en' },
    },
    {
      path: '/ai/v1/chat',
      body: {
        model: 'test-model',
        prompt: text(250_000),
        choices: ['All'],
        lang: 'en',
        anonymized: true,
      },
    },
  ]);
  return {
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMs: random.oneIn(4) ? random.below(2_000) : 30_000,
  };
}

function bodyOf(operation: Operation, random: Random, headers: Record<string, string>): string | Uint8Array {
  if (operation.bodyTypes.includes('multipart/form-data') && !random.oneIn(4))
    return formOf(operation, random, headers);
  headers['content-type'] = random.oneIn(15) ? random.of(TYPES) : 'application/json';
  const json = jsonOf(operation, random);
  if (!random.oneIn(15)) return json;
  headers['content-encoding'] = random.of(['gzip', 'deflate', 'br', 'identity', 'constructor']);
  return random.oneIn(3) ? json : gzipSync(json);
}

/** Returns the documented body with fields of another type, name or size. */
function jsonOf(operation: Operation, random: Random): string {
  const most = Object.entries(SIZES).find(([part]) => operation.path.includes(part))?.[1] ?? SIZES.usual;
  if (random.oneIn(6)) return text(oddValue(random));
  const body: Record<string, unknown> = {
    ...operation.request,
    ...(operation.path.includes('openai') ? chat(random) : {}),
  };
  if ('model' in body) body.model = 'test-model';
  const fields = [...Object.keys(body), ...PROTOTYPE_NAMES, 'stop', 'tools', 'user', 'stream'];
  for (let i = random.below(4); i > 0; i -= 1) body[random.of(fields)] = oddValue(random);
  const json = JSON.stringify(body);
  if (!random.oneIn(4)) return json;
  // Most are small enough to be read, some have the maximum size, and some are larger.
  const bytes = random.of([1_000, 20_000, most / 20, most / 4, most * 0.9, most]);
  const field = JSON.stringify(random.of(fields));
  return `${json.slice(0, -1)}${json === '{}' ? '' : ','}${field}:${hugeJson(random, bytes)}}`;
}

/** Returns messages with tools, calls and their results, some of them malformed. */
function chat(random: Random): object {
  const message = (): unknown =>
    random.of([
      {
        role: 'user',
        content: random.of(['Call Anna Schmidt.', [{ type: 'text', text: 'Hi' }], oddValue(random)]),
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'find', arguments: JSON.stringify(oddValue(random)) },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: JSON.stringify(oddValue(random)) },
      { role: oddValue(random), content: oddValue(random), ...oddObject(random) },
    ]);
  return {
    model: 'test-model',
    messages: [{ role: 'user', content: 'Hello' }, ...Array.from({ length: random.below(5) }, message)],
    ...(random.oneIn(4) && {
      tools: [
        { type: 'function', function: { name: 'find', parameters: oddObject(random), ...oddObject(random) } },
      ],
    }),
    ...(random.oneIn(4) && { stream: true }),
  };
}

function formOf(operation: Operation, random: Random, headers: Record<string, string>): string {
  const names = ['file', 'lang', 'choices', 'webhook_url', 'timestamps', ...PROTOTYPE_NAMES];
  headers['content-type'] = `multipart/form-data; boundary=${random.oneIn(20) ? '' : 'b'}`;
  const parts = Array.from({ length: random.oneIn(20) ? 2_000 : random.below(12) }, () => {
    const name = random.of(names);
    const inner = random.oneIn(4) ? `[${random.of(PROTOTYPE_NAMES)}]` : '';
    const file =
      name === 'file'
        ? `; filename="${random.of(['a.wav', 'a.txt', 'a.constructor', '__proto__.json', '.'])}"`
        : '';
    const content = random.oneIn(20) ? longText(random, 100_000) : text(oddValue(random));
    return `--b\r\nContent-Disposition: form-data; name="${name}${inner}"${file}\r\n\r\n${content}\r\n`;
  });
  return `${parts.join('')}--b--\r\n`;
}

function queryOf(random: Random): string {
  if (!random.oneIn(4)) return '';
  const names = ['limit', 'cursor', 'include', 'expires', 'signature', ...PROTOTYPE_NAMES];
  const count = random.oneIn(10) ? 600 : random.below(5);
  const pairs = Array.from(
    { length: count },
    () => `${random.of(names)}=${encodeURIComponent(random.of(PROTOTYPE_NAMES))}`,
  );
  return `?${pairs.join('&')}`;
}

const headerValue = (random: Random): string =>
  random.oneIn(2)
    ? random.of(PROTOTYPE_NAMES)
    : text(oddValue(random))
        .replace(/[^ -~]/g, '?')
        .slice(0, 5_000);

const text = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');
