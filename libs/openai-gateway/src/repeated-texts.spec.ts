import { createSecretKey } from 'node:crypto';
import { REPLACEMENT_STYLES } from '@app/anonymization';
import { KeyRing } from '@app/crypto';
import type { Dialect, DialectObject } from '@app/llm';
import fc from 'fast-check';
import { HOSTILE_FORMS } from '@app/testing';
import { hide, hiderOf, restoringOf } from '../testing/hiding';
import { CALL_FORMS } from './forms/call-forms';
import type { JsonObject, JsonValue } from './json';
import { Thoughts } from './thoughts';

const NAMES = ['Orsolya Veldkamp', 'Aurelio Brandstetter', 'Hans Müller'];
const MAILS = ['orsolya.veldkamp@firma.de', 'hm@example.de'];
const IBAN = 'DE89 3704 0044 0532 0130 00';

/** Lines of files as programs and people write them; `N`, `M` and `A` mark a name, an address and an account. */
const SHAPES = [
  'name=N',
  'name = N',
  'name: N',
  'name: "N"',
  "name: 'N'",
  '"name": "N",',
  'NAME_OF_OWNER=N',
  'export OWNER="N"',
  '1=N',
  'mail=M',
  'MAIL_TO=M',
  'to:M',
  'mailto:M',
  '<a href="mailto:M">N</a>',
  'From: N <M>',
  '//N',
  '// N',
  '# N',
  '+N',
  '-N',
  '+name=N',
  '-mail=M',
  '+M',
  '- N',
  '* N (M)',
  '@author N <M>',
  'Reviewed-by: N <M>',
  "INSERT INTO people VALUES (1, 'N', 'M');",
  'N,M,A',
  'N;M;A',
  'N\tM\tA',
  '| N | M |',
  'iban=A',
  'IBAN: A',
  'function greet() {',
  '  // written by N',
  '}',
  'const owner = { name: "N", mail: \'M\' };',
  'expect(user.name).toBe("N");',
  'print("N\\n")',
  'printf("%s\\t%s\\n", "N", "M");',
  'echo "N\\nM" > people.txt',
  'body = "{\\"name\\": \\"N\\"}"',
  '{"people": [{"name": "N", "note": "a\\nname=N\\tb"}]}',
  '<td>N</td><td>M</td>',
  '**N** wrote `M`',
  'N',
  '',
  '    return 0;',
];

const line = fc
  .tuple(
    fc.constantFrom(...SHAPES),
    fc.constantFrom(...NAMES),
    fc.constantFrom(...MAILS),
    fc.constantFrom('', '  ', '\t', '    '),
  )
  .map(
    ([shape, name, mail, indent]) =>
      indent + shape.replace(/\b[NMA]\b/g, (mark) => ({ N: name, M: mail, A: IBAN })[mark] ?? mark),
  );
/** A file of JSON, as `package.json` is one */
const json = fc
  .array(
    fc.record({
      author: fc.constantFrom(...NAMES),
      maintainer: fc
        .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...MAILS))
        .map(([name, mail]) => `${name} <${mail}>`),
      homepage: fc.constantFrom('https://example.com/a', './README.md'),
      note: line,
      name: fc.constantFrom('@scope/tool', 'tool'),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((people) => `${JSON.stringify(people.length === 1 ? people[0] : people, undefined, 2)}\n`);
const code = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\n', '\r\n'))
  .map(([lines, end]) => lines.join(end) + end);
const file = fc.oneof({ weight: 3, arbitrary: code }, json);

const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** How a dialect writes the answer of a tool, a call of a tool in an answer, whole and as a stream, and reads it back. */
interface Writing {
  given(found: string): JsonObject;
  found(body: JsonObject): string;
  whole(args: string): DialectObject;
  stream(pieces: readonly string[], args: string): DialectObject[];
  /** Returns the arguments in parts of a whole answer or a stream */
  read(parts: readonly DialectObject[]): string;
}

type Path = readonly (string | number)[];
const at = (value: unknown, ...path: Path): unknown =>
  path.reduce((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);
const joined = (parts: readonly DialectObject[], ...path: Path): string =>
  parts
    .map((part) => at(part, ...path))
    .filter((text) => typeof text === 'string')
    .join('');

const WRITING: Readonly<Record<Dialect, Writing>> = {
  chat: {
    given: (found) => ({
      messages: [
        { role: 'user', content: 'Read it' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: found },
      ],
    }),
    found: ({ messages }) =>
      (messages as JsonObject[]).find(({ role }) => role === 'tool')!.content as string,
    whole: (args) => ({
      choices: [
        {
          index: 0,
          message: { content: null, tool_calls: [{ id: 'd', function: { name: 'write', arguments: args } }] },
        },
      ],
    }),
    stream: (pieces) => [
      ...pieces.map((piece) => ({
        choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } }],
      })),
      { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    ],
    read: (parts) =>
      joined(parts, 'choices', 0, 'message', 'tool_calls', 0, 'function', 'arguments') +
      joined(parts, 'choices', 0, 'delta', 'tool_calls', 0, 'function', 'arguments'),
  },
  responses: {
    given: (found) => ({
      store: false,
      input: [
        { role: 'user', content: 'Read it' },
        { type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: found },
      ],
    }),
    found: (body) => at(body, 'input', 2, 'output') as string,
    whole: (args) => ({
      output: [{ type: 'function_call', id: 'f', call_id: 'd', name: 'write', arguments: args }],
    }),
    stream: (pieces, args) => [
      ...pieces.map((delta) => ({
        type: 'response.function_call_arguments.delta',
        item_id: 'f',
        output_index: 0,
        delta,
      })),
      { type: 'response.function_call_arguments.done', item_id: 'f', output_index: 0, arguments: args },
    ],
    read: (parts) =>
      joined(parts, 'output', 0, 'arguments') +
      joined(
        parts.filter(({ type }) => type === 'response.function_call_arguments.delta'),
        'delta',
      ),
  },
  messages: {
    given: (found) => ({
      max_tokens: 5,
      messages: [
        { role: 'user', content: 'Read it' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: found }] },
      ],
    }),
    found: (body) => at(body, 'messages', 2, 'content', 0, 'content') as string,
    whole: (args) => ({
      type: 'message',
      content: [{ type: 'tool_use', id: 'd', name: 'write', input: JSON.parse(args) as JsonValue }],
    }),
    stream: (pieces) => [
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'd', name: 'write' } },
      ...pieces.map((piece) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: piece },
      })),
      { type: 'content_block_stop', index: 0 },
    ],
    read: (parts) => {
      const whole = at(parts[0], 'content', 0, 'input');
      return whole === undefined ? joined(parts, 'delta', 'partial_json') : JSON.stringify(whole);
    },
  },
  gemini: {
    given: (found) => ({
      contents: [
        { role: 'user', parts: [{ text: 'Read it' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c', name: 'read', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c', name: 'read', response: { output: found } } }],
        },
      ],
    }),
    found: (body) => at(body, 'contents', 2, 'parts', 0, 'functionResponse', 'response', 'output') as string,
    whole: (args) => ({
      candidates: [
        {
          index: 0,
          content: { parts: [{ functionCall: { name: 'write', args: JSON.parse(args) as JsonValue } }] },
        },
      ],
    }),
    stream: (_, args) => [WRITING.gemini.whole(args)],
    read: (parts) =>
      JSON.stringify(at(parts[0], 'candidates', 0, 'content', 'parts', 0, 'functionCall', 'args')),
  },
};

const lines = (text: string): string[] => text.split(/(?<=\n)/);

describe.each(Object.keys(WRITING) as Dialect[])('the arguments of a tool in %s', (dialect) => {
  const writing = WRITING[dialect];
  const hider = hiderOf(NAMES);
  const thoughts = new Thoughts(new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]), 'o');

  /** How a model may repeat a text. */
  const argumentsOf: Readonly<Record<string, (content: string) => string>> = {
    'as it is': (content) => JSON.stringify({ path: 'a.ini', content }),
    'with escapes beyond ASCII': (content) => ascii(JSON.stringify({ path: 'a.ini', content })),
  };

  it.each(Object.keys(argumentsOf))(
    'repeat a file, or some of its lines, byte for byte, whole and streamed: %s',
    async (way) => {
      await fc.assert(
        fc.asyncProperty(
          file,
          fc.constantFrom(...REPLACEMENT_STYLES),
          fc.nat(6),
          fc.nat(6),
          fc.integer({ min: 1, max: 30 }),
          async (text, style, from, left, size) => {
            const form = CALL_FORMS[dialect](thoughts);
            const given = { model: 'm', ...writing.given(text) };
            const hidden = await hide(
              hider,
              given,
              { style, choices: ['Names', 'Emails', 'BankAccounts'] },
              form.body,
            );
            const seen = writing.found(hidden.body);
            for (const name of NAMES) expect(seen).not.toContain(name);
            const count = lines(text).length;
            const [first, last] = [from % count, count - (left % (count - (from % count)))];
            const part = (whole: string): string => lines(whole).slice(first, last).join('');
            const args = argumentsOf[way]!(part(seen));
            const own = JSON.parse(argumentsOf[way]!(part(text))) as JsonValue;
            const restoring = await restoringOf(hidden);
            const restored = async (parts: readonly DialectObject[]): Promise<JsonValue> => {
              const restorer = form.restoring(restoring, given);
              const shown: DialectObject[] = [];
              for (const one of parts) shown.push(...(await restorer.write(one)));
              return JSON.parse(writing.read([...shown, ...(await restorer.end())])) as JsonValue;
            };
            expect(await restored([writing.whole(args)])).toEqual(own);
            const pieces = args.match(new RegExp(`[^]{1,${size}}`, 'g'))!;
            expect(await restored(writing.stream(pieces, args))).toEqual(own);
          },
        ),
      );
    },
  );

  it('carry no value to an address, whole and streamed [SEC-220]', async () => {
    const form = CALL_FORMS[dialect](thoughts);
    const given = { model: 'm', ...writing.given(`The author is ${NAMES[0]}.`) };
    const hidden = await hide(hider, given, { style: 'placeholders' }, form.body);
    const restoring = await restoringOf(hidden);
    for (const hostile of Object.values(HOSTILE_FORMS).flat()) {
      const args = JSON.stringify({ body: [hostile.replaceAll('%', '[NAME_1]')] });
      for (const parts of [[writing.whole(args)], writing.stream(args.match(/[^]{1,9}/g)!, args)]) {
        const restorer = form.restoring(restoring, given);
        const shown: DialectObject[] = [];
        for (const one of parts) shown.push(...(await restorer.write(one)));
        expect(writing.read([...shown, ...(await restorer.end())])).toBe(args);
      }
    }
  });
});

describe('a text of a model', () => {
  const hider = hiderOf(NAMES);

  it.each([
    ['as it is', (content: string) => content],
    ['in a block of code', (content: string) => `Here it is:\n\n\`\`\`\n${content}\`\`\`\n`],
  ])('repeats a file of code byte for byte: %s', async (_way, written) => {
    await fc.assert(
      fc.asyncProperty(code, fc.constantFrom(...REPLACEMENT_STYLES), async (text, style) => {
        const given = { model: 'm', ...WRITING.chat.given(text) };
        const hidden = await hide(hider, given, { style, choices: ['Names', 'Emails', 'BankAccounts'] });
        const { restorer } = await restoringOf(hidden);
        expect(await restorer.restore(written(WRITING.chat.found(hidden.body)))).toBe(written(text));
      }),
    );
  });
});
