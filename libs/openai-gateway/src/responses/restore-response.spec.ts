import { anonymize, EntityTable, Restorer } from '@app/anonymization';
import type { DialectObject } from '@app/llm';
import fc from 'fast-check';
import { THOUGHTS } from '../../testing/hiding';
import type { JsonObject } from '../json';
import { RestoringResponse } from './restore-response';
import { MAX_ANSWER_TEXTS } from './restoring-texts';

const NAME = 'Hans "Hansi" Müller';
const HIDDEN = '[NAME_1]';
const TOOL = 'find_schmidt';
const HIDDEN_TOOL = 'NAME_123456ABC';
const CALL = 'call_of_schmidt';
const HIDDEN_CALL = 'NAME_234567ABC';

const table = EntityTable.create('placeholders');
const hidden = anonymize(table, [
  {
    text: `Dear ${NAME}`,
    spans: [{ start: 5, end: 5 + NAME.length, type: 'Names' }],
    choices: ['Names'],
    language: { code: 'en', regions: ['US'] },
  },
]);
const restoring = async (given: JsonObject = {}, json = false): Promise<RestoringResponse> => {
  const restorer = await Restorer.prepare(table, [(await hidden)[0]!.text]);
  const identifiers = new Map([
    [HIDDEN_TOOL, TOOL],
    [HIDDEN_CALL, CALL],
  ]);
  return new RestoringResponse({ restorer, json, identifiers }, given, THOUGHTS);
};

/** A model's text about a person, in every field that may contain it. */
interface Said {
  summary: string;
  thought: string;
  text: string;
  refusal: string;
  called: string;
  input: string;
}
const sealed = `sealed ${HIDDEN}`;
/** @param encrypted what the provider, or this service, encrypted or signed */
const output = (
  { summary, thought, text, refusal, called, input }: Said,
  names: { name: string; call_id: string },
  encrypted = sealed,
) => [
  {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: summary }],
    content: [{ type: 'reasoning_text', text: thought }],
    encrypted_content: encrypted,
  },
  {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [
      { type: 'output_text', text, annotations: [], logprobs: [] },
      { type: 'refusal', refusal },
    ],
  },
  { type: 'function_call', id: 'fc_1', status: 'completed', arguments: called, ...names },
  { type: 'custom_tool_call', id: 'ctc_1', status: 'completed', input, ...names, namespace: names.name },
];
const said = (name: string, quoted = name): Said => ({
  summary: `Of ${name}`,
  thought: `${name}?`,
  text: `Dear ${name}, dear ${name}`,
  refusal: `Not ${name}`,
  called: `{"to": "${quoted}", "n": 1.0}`,
  input: `*** Add File: a\n+text(${name})`,
});
const WRITTEN = output(said(HIDDEN), { name: HIDDEN_TOOL, call_id: HIDDEN_CALL });
const SHOWN = output(
  said(NAME, 'Hans \\"Hansi\\" Müller'),
  { name: TOOL, call_id: CALL },
  THOUGHTS.sign('', sealed),
);

/** Returns the events of a response, with its texts cut into pieces of these lengths. */
function eventsOf(items: typeof WRITTEN, lengths: readonly number[]): DialectObject[] {
  let turn = 0;
  const pieces = (text: string): string[] => {
    const cut: string[] = [];
    for (let at = 0; at < text.length;) {
      const length = lengths[turn++ % lengths.length]!;
      cut.push(text.slice(at, at + length));
      at += length;
    }
    return cut;
  };
  const texts = (name: string, place: DialectObject, field: string, text: string): DialectObject[] => [
    ...pieces(text).map((delta) => ({ type: `${name}.delta`, ...place, delta, obfuscation: 'x' })),
    { type: `${name}.done`, ...place, [field]: text },
  ];
  const events = (items as DialectObject[]).flatMap((item, at) => {
    const parts = [
      ...((item.summary ?? []) as DialectObject[]).map((part, i) => ({ part, index: 'summary_index', i })),
      ...((item.content ?? []) as DialectObject[]).map((part, i) => ({ part, index: 'content_index', i })),
    ];
    const inner = parts.flatMap(({ part, index, i }) => {
      const place = { item_id: item.id, output_index: at, [index]: i };
      const around = index === 'summary_index' ? 'reasoning_summary_part' : 'content_part';
      const name = index === 'summary_index' ? 'reasoning_summary_text' : String(part.type);
      const field = part.type === 'refusal' ? 'refusal' : 'text';
      return [
        { type: `response.${around}.added`, ...place, part: { ...part, [field]: '' } },
        ...texts(`response.${name}`, place, field, String(part[field])),
        { type: `response.${around}.done`, ...place, part },
      ];
    });
    const place = { item_id: item.id, output_index: at };
    const called =
      item.type === 'function_call'
        ? texts('response.function_call_arguments', place, 'arguments', String(item.arguments))
        : item.type === 'custom_tool_call'
          ? texts('response.custom_tool_call_input', place, 'input', String(item.input))
          : [];
    return [
      { type: 'response.output_item.added', output_index: at, item },
      ...inner,
      ...called,
      { type: 'response.output_item.done', output_index: at, item },
    ];
  });
  const response = { id: 'resp_1', instructions: `Hide ${HIDDEN}`, output: items };
  return [
    { type: 'response.created', response: { ...response, output: [] } },
    ...events,
    { type: 'response.completed', response },
  ];
}

async function restored(events: readonly DialectObject[], given: JsonObject = {}): Promise<DialectObject[]> {
  const response = await restoring(given);
  const shown: DialectObject[] = [];
  for (const event of events) shown.push(...(await response.write(event)));
  return shown;
}

describe('a response', () => {
  it('is restored in every field that a model writes, and encrypted reasoning is signed', async () => {
    const [whole] = await (await restoring()).write({ id: 'resp_1', output: WRITTEN });
    expect(whole!.output).toEqual(SHOWN);
  });

  it('repeats the fields of the caller, without the instructions of the service', async () => {
    const given = {
      instructions: `Greet ${NAME}`,
      tools: [{ type: 'function', name: TOOL }],
      metadata: { a: 'b' },
    };
    const sent = {
      instructions: `Never tell. Greet ${HIDDEN}`,
      tools: [{ name: HIDDEN_TOOL }],
      temperature: 0.7,
    };
    const [whole] = await (await restoring(given)).write({ id: 'resp_1', ...sent, output: [] });
    expect(whole).toMatchObject({ ...given, temperature: 0.7, store: false, previous_response_id: null });
    expect(JSON.stringify(whole)).not.toContain('Never tell');
  });

  it('is restored inside the strings of its JSON if JSON was asked for', async () => {
    const text = `{"name":"${HIDDEN}"}`;
    const message = { type: 'message', content: [{ type: 'output_text', text }] };
    const [whole] = await (await restoring({}, true)).write({ output: [message] });
    const [{ content }] = whole!.output as [{ content: [{ text: string }] }];
    expect(JSON.parse(content[0].text)).toEqual({ name: NAME });
  });

  it('contains a search for tools, with the values of the caller in its arguments', async () => {
    const search = { type: 'tool_search_call', id: 'ts_1', call_id: HIDDEN_CALL, execution: 'client' };
    const [whole] = await (
      await restoring()
    ).write({ output: [{ ...search, arguments: { query: `for ${HIDDEN}`, limit: 8 } }] });
    expect(whole!.output).toEqual([
      { ...search, call_id: CALL, arguments: { query: `for ${NAME}`, limit: 8 } },
    ]);
  });

  it('empties items that the caller did not ask for, and keeps their positions', async () => {
    const search = { type: 'web_search_call', id: 'ws_1', action: { query: HIDDEN } };
    const [whole] = await (await restoring()).write({ output: [search, WRITTEN[1]!] });
    expect(whole!.output).toEqual([{ type: 'web_search_call', id: 'ws_1' }, SHOWN[1]]);
  });
});

describe('the events of a response', () => {
  it('contain the same text wherever it is cut: in pieces, and at the end of each text, item and response', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
        async (cuts) => {
          const shown = await restored(eventsOf(WRITTEN, cuts));
          const pieces = new Map<string, string>();
          for (const event of shown) {
            const { type, output_index: at, content_index: part, summary_index: summary } = event;
            const name = String(type);
            const key = `${name.slice(0, name.lastIndexOf('.'))} ${at} ${part} ${summary}`;
            if (name.endsWith('.delta')) pieces.set(key, (pieces.get(key) ?? '') + String(event.delta));
            const whole = event.text ?? event.refusal ?? event.arguments ?? event.input;
            if (typeof whole === 'string') expect(pieces.get(key)).toBe(whole);
          }
          expect([...pieces.values()]).toEqual(Object.values(said(NAME, 'Hans \\"Hansi\\" Müller')));
          const done = shown
            .filter(({ type }) => type === 'response.output_item.done')
            .map(({ item }) => item);
          expect(done).toEqual(SHOWN);
          expect((shown.at(-1)!.response as DialectObject).output).toEqual(SHOWN);
        },
      ),
    );
  });

  it('never show half a replacement, and are numbered without gaps', async () => {
    const shown = await restored(eventsOf(WRITTEN, [1]));
    expect(shown.map(({ sequence_number: at }) => at)).toEqual(shown.map((_, i) => i));
    for (const { type, delta } of shown)
      if (String(type).endsWith('.delta')) expect(delta).not.toMatch(/\[|NAME|_1|\]/);
    for (const { obfuscation } of shown) expect(obfuscation).toBeUndefined();
  });

  it('contain a text that only the last event carries', async () => {
    const quiet = eventsOf(WRITTEN, [9]).filter(({ type }) => !String(type).endsWith('.delta'));
    const shown = await restored(quiet);
    const told = shown.filter(({ type }) => type === 'response.output_text.delta').map(({ delta }) => delta);
    expect(told).toEqual([said(NAME).text]);
    expect((shown.at(-1)!.response as DialectObject).output).toEqual(SHOWN);
  });

  it('omit those of tools that the caller did not ask for, and annotations', async () => {
    const events = [
      { type: 'response.output_text.annotation.added', output_index: 0, annotation: { title: HIDDEN } },
      { type: 'response.web_search_call.searching', output_index: 0 },
      { type: 'response.image_generation_call.partial_image', output_index: 0, partial_image_b64: 'x' },
    ];
    expect(await restored(events)).toEqual([]);
  });
});

describe('a response of a server that does not stop', () => {
  const part = (index: number): DialectObject => ({
    type: 'response.output_text.delta',
    output_index: index % 2,
    content_index: index,
    delta: 'a',
  });

  it('is aborted if it contains more texts than an answer may', async () => {
    const restorer = await restoring();
    for (let index = 0; index < MAX_ANSWER_TEXTS; index += 1) await restorer.write(part(index));
    await expect(restorer.write(part(MAX_ANSWER_TEXTS))).rejects.toMatchObject({ code: 'provider_failed' });
  });
});
