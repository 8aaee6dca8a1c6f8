import fc from 'fast-check';
import { anyText } from '@app/testing';

const FIELDS = [
  'lang',
  'prompt',
  'text',
  'choices',
  'model',
  'anonymized',
  'chat_id',
  'session_id',
  'new_name',
  'doc',
  'webhook_url',
  'start_date',
  'end_date',
  'userName',
  'password',
  'refreshToken',
  'messages',
  'tools',
  'stream',
  '__proto__',
];

/** Text that breaks parsers, databases and terminals: NUL, right-to-left, combining marks, paths, SQL, empty strings. */
export const strangeText = fc.oneof(
  anyText({ maxLength: 50 }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\u202Eabc\u202C',
    'e\u0301\u0301'.repeat(40),
    'مرحبا שלום',
    '\uFFFD',
    '👩‍👩‍👧‍👦',
    '../../etc/passwd',
    "' OR 1=1 --",
    '',
    ' ',
    'en',
    'Names',
    'demo-echo',
    '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10',
  ),
);

const strangeValue = fc.oneof(
  strangeText,
  fc.double(),
  fc.bigInt().map(String),
  fc.boolean(),
  fc.constant(null),
  fc.array(strangeText, { maxLength: 3 }),
  fc.dictionary(strangeText, strangeText, { maxKeys: 3 }),
);

/** JSON with wrong content, and invalid JSON. Lone surrogates are escaped, since UTF-8 cannot encode them. */
export const strangeJson = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), strangeValue).map((body) => JSON.stringify(body)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: anyText({ maxLength: 200 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      String.raw`{"prompt":"\ud800","text":"\udfff\ud800","new_name":"\ud800"}`,
      String.raw`{"\ud800":1,"prompt":"a\u0000b"}`,
      '['.repeat(100_000),
      `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
      `${'{"a":'.repeat(31)}1${'}'.repeat(31)}`,
      `{"prompt":"${'x'.repeat(900_000)}"}`,
      `{"choices":[${'"Names",'.repeat(100_000)}"Names"]}`,
      `{"a":${'9'.repeat(10_000)}}`,
      '{"a":1e999}',
      '\uFEFF{}',
      'null',
      '"text"',
    ),
  },
);

const BOUNDARY = 'b0undary';
const partHead = fc.constantFrom(
  'Content-Disposition: form-data; name="file"; filename="a.wav"',
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  'Content-Disposition: form-data; name="file"; filename="../../a\0.pdf"',
  'Content-Disposition: form-data; name="file"; filename="\u202Etxt.exe"',
  'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%E4%F6.txt',
  'Content-Disposition: form-data; name="lang"',
  'Content-Disposition: form-data; name="webhook_url"',
  'Content-Disposition: form-data; name="choices"',
  'Content-Disposition: form-data; name="__proto__"',
  'Content-Disposition: form-data',
  'Content-Disposition: form-data; name=""',
  'Content-Type: multipart/mixed; boundary=b0undary',
  `X-Long: ${'x'.repeat(20_000)}`,
  '',
);

/** Multipart bodies with parts in any number and order: complete, cut off, or with wrong boundaries. */
export const strangeForm = fc
  .record({
    parts: fc.array(fc.tuple(partHead, strangeText), { maxLength: 30 }),
    end: fc.constantFrom(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--`, `--${BOUNDARY}`, '--other--\r\n', ''),
    type: fc.constantFrom(
      `multipart/form-data; boundary=${BOUNDARY}`,
      `multipart/form-data; boundary="${BOUNDARY}"`,
      'multipart/form-data; boundary=',
      'multipart/form-data',
      `multipart/mixed; boundary=${BOUNDARY}`,
    ),
  })
  .map(({ parts, end, type }) => ({
    type,
    body: parts.map(([head, content]) => `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`).join('') + end,
  }));

export const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  ';',
);

/** Header values that HTTP allows: Latin letters and signs, no control characters. */
const headerValue = fc.oneof(
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((unit) => unit !== 0x7f)
      .map((unit) => String.fromCharCode(unit)),
    maxLength: 80,
  }),
  fc.constantFrom(
    '%00',
    '%FF%FE',
    '%E0%A4%A',
    'a.txt',
    'x'.repeat(5_000),
    'placeholders',
    'Names,',
    ',',
    '1',
  ),
);

/** Headers that the service reads. */
export const strangeHeaders = fc.dictionary(
  fc.constantFrom(
    'File-Name',
    'Idempotency-Key',
    'X-Replacements',
    'X-Anonymize',
    'X-Request-Id',
    'Accept',
    'Accept-Language',
    'Content-Encoding',
    'Forwarded',
    'X-Forwarded-For',
    'Range',
    'If-None-Match',
    'Cookie',
  ),
  headerValue,
  { maxKeys: 5 },
);

export const strangeQuery = fc.oneof(
  fc
    .dictionary(fc.constantFrom('limit', 'cursor', 'include', 'expires', 'signature', 'x'), strangeText)
    .map((query) => new URLSearchParams(query).toString()),
  fc.constantFrom(
    'limit[]=1',
    'limit[a]=1',
    'limit=1&limit=2',
    'cursor=%00',
    'cursor=%FF',
    'limit=%E0%A4%A',
    `cursor=${'x'.repeat(5_000)}`,
    'limit=1e3',
    'limit=-1',
    '__proto__[a]=1',
    '&&&=&',
  ),
);

export const strangeId = fc
  .oneof(strangeText, fc.uuid(), fc.constantFrom('x'.repeat(5_000), '..', '.'))
  .map((text) => encodeURIComponent(text.toWellFormed()) || 'x');
