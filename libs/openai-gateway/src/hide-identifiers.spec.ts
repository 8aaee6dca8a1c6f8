import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import {
  createDetector,
  ENTITY_TYPES,
  NO_RULES,
  replacementInstructions,
  TermFinder,
  type Detector,
  type ReplacementStyle,
  type Rules,
} from '@app/anonymization';
import { TimeSlice } from '@app/common';
import { withoutCases } from '@app/testing';
import { KeyRing } from '@app/crypto';
import { HideTexts } from '@app/hiding';
import { restoringOf, THOUGHTS } from '../testing/hiding';
import type { BodyForm } from './forms/body-form';
import { CHAT } from './forms/chat-form';
import { responsesForm } from './forms/responses-form';
import { HideBody, type HiddenBody } from './hide-body';
import type { JsonObject } from './json';

let RULES: Rules;

beforeAll(async () => {
  RULES = {
    ...NO_RULES,
    terms: await TermFinder.of([{ phrase: 'Nordlicht' }, { pattern: 'PRJ-[0-9]{4}' }], new TimeSlice()),
  };
});
/** Values as lists of words. An identifier may join the words in its own way. */
const VALUES: readonly (readonly string[])[] = [
  ['Katharina', 'Brinkmann'],
  ['Hans', 'Mueller'],
  ['DE89370400440532013000'],
  ['0171', '2345678'],
  ['Sturmvogel', 'GmbH'],
  ['Nordlicht'],
  ['PRJ-4711'],
  ['1974-05-03'],
  ['lena_k92'],
];
/** Names of tools of agents, and names of their parameters. */
const ORDINARY = `
  get_weather edit_file read_file write_file list_directory run_shell_command apply_patch
  search_files web_fetch exec exec_command spawn_agent wait_agent list_agents send_message
  request_user_input followup_task interrupt_agent update_plan view_image todo_write notebook_edit Bash Read
  Write Edit Glob Grep MultiEdit WebFetch TodoWrite ExitPlanMode file_path old_string new_string
  replace_all timeout_ms working_directory max_results customer_id order_number first_name
  last_name phone_number email_address created_at findCustomer getUserById sendEmail
  createInvoice startDate pageSize isActive min_p top_k response_format tool_choice
  reasoning_effort subagent_type query base64_data
`
  .trim()
  .split(/\s+/);

/** Words without personal data. */
const PLAIN: readonly (readonly string[])[] = [['get', 'status'], ['send'], ['v2']];

const lower = (word: string): string => word.toLowerCase();
const upper = (word: string): string => word.toUpperCase();
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
const asGiven = (word: string): string => word;
/** The ways in which an identifier is written: the separator and the case of its words. */
const WRITINGS: readonly { separator: string; cased: (word: string) => string }[] = [
  ...['_', '-', '.', ':'].flatMap((separator) =>
    [lower, upper, capital, asGiven].map((cased) => ({ separator, cased })),
  ),
  { separator: '', cased: capital },
];
type Writing = (typeof WRITINGS)[number];
/** Writes a value as an identifier. Without a separator, a number would run into the next word. */
const written = (words: readonly string[], { separator, cased }: Writing): string =>
  words.map(cased).reduce((before, word) => {
    const goesOn = /\d$/.test(before) && /^[a-z]?\d/i.test(word);
    return before + (separator === '' && goesOn ? '_' : separator) + word;
  });

/** A body of each kind that contains an identifier in every allowed field. */
const BODIES: Readonly<
  Record<string, { form: BodyForm; body(identifier: string, text: string): JsonObject }>
> = {
  'chat/completions': {
    form: CHAT,
    body: (identifier, text) => ({
      model: 'm',
      messages: [
        { role: 'user', content: text, name: identifier },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: identifier,
              type: 'function',
              function: {
                name: identifier,
                arguments: JSON.stringify({ [identifier]: { [identifier]: 1 } }),
              },
            },
          ],
        },
        {
          role: 'tool',
          tool_call_id: identifier,
          name: identifier,
          content: JSON.stringify([{ [identifier]: 1 }]),
        },
      ],
      tools: [{ type: 'function', function: { name: identifier, parameters: schemaOf(identifier) } }],
      tool_choice: { type: 'function', function: { name: identifier } },
      response_format: {
        type: 'json_schema',
        json_schema: { name: identifier, schema: schemaOf(identifier) },
      },
      chat_template_kwargs: { [identifier]: true },
    }),
  },
  responses: {
    form: responsesForm(THOUGHTS),
    body: (identifier, text) => ({
      model: 'm',
      input: [
        { role: 'user', content: text, id: identifier },
        {
          type: 'function_call',
          id: identifier,
          call_id: identifier,
          name: identifier,
          arguments: JSON.stringify({ [identifier]: [{ [identifier]: 1 }] }),
        },
        {
          type: 'function_call_output',
          id: identifier,
          call_id: identifier,
          output: JSON.stringify({ [identifier]: 1 }),
        },
      ],
      tools: [{ type: 'function', name: identifier, parameters: schemaOf(identifier) }],
      tool_choice: { type: 'function', name: identifier },
      text: { format: { type: 'json_schema', name: identifier, schema: schemaOf(identifier) } },
    }),
  },
};
const schemaOf = (identifier: string): JsonObject => ({
  type: 'object',
  properties: { [identifier]: { $ref: `#/$defs/${identifier}` } },
  required: [identifier],
  $defs: { [identifier]: { type: 'string' } },
  dependentRequired: { [identifier]: [identifier] },
});

/** Returns only the letters and digits of a text, so that every spelling of a value matches. */
const squeezed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A text that determines the language of a request. */
const GREETING = 'Was steht in der Akte?';
const STYLES: readonly ReplacementStyle[] = ['surrogates', 'placeholders'];
const owner = { organizationId: 'o', userId: 'u' };

describe('an identifier', () => {
  let detector: Detector;
  let hider: HideBody;
  beforeAll(async () => {
    detector = await createDetector({ threads: 1 });
    hider = new HideBody(
      new HideTexts(detector),
      new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]),
      withoutCases(),
      {} as never,
    );
  });
  afterAll(() => detector.close());

  interface Asked {
    style: ReplacementStyle;
    /** A text of the request that makes the value known before identifiers are read. */
    text?: string;
    modes?: Rules['modes'];
  }

  /** Hides a body that contains the identifier in every allowed field. */
  function hide(name: string, identifier: string, { text = '', ...asked }: Asked): Promise<HiddenBody> {
    const { form, body } = BODIES[name]!;
    return send(form, body(identifier, `${GREETING} ${text}`.trim()), asked);
  }

  function send(
    form: BodyForm,
    body: JsonObject,
    { style, modes = {} }: Omit<Asked, 'text'>,
  ): Promise<HiddenBody> {
    const asked = { body, style, choices: ENTITY_TYPES, rules: { ...RULES, modes }, systemPrompt: '' };
    const signal = new AbortController().signal;
    return hider.execute(owner, { ...asked, onDropped: () => undefined }, signal, form);
  }

  /** Returns the values that are still readable in a sent identifier made of them. */
  async function leaked(
    words: readonly (readonly string[])[],
    writing: Writing,
    { values, ...asked }: Asked & { values: readonly (readonly string[])[] },
  ): Promise<string[]> {
    const identifier = written(words.flat(), writing);
    const leaks: string[] = [];
    for (const name of Object.keys(BODIES)) {
      const { body, sent } = await hide(name, identifier, asked);
      const said = squeezed(JSON.stringify(body) + sent.join(' '));
      for (const value of values)
        if (said.includes(squeezed(value.join(''))))
          leaks.push(`${value.join(' ')} in ${identifier}, ${name}`);
    }
    return leaks;
  }

  const told = (values: readonly (readonly string[])[]): string =>
    values.map((value) => `Es geht um ${value.join(' ')}.`).join(' ');

  it.each(VALUES.map((value) => value.join(' ')))('that is %s is sent as something else', async (value) => {
    const words = value.split(' ');
    for (const style of STYLES)
      for (const writing of WRITINGS)
        for (const text of ['', told([words])])
          expect(await leaked([words], writing, { values: [words], style, text })).toEqual([]);
  });

  it('contains none of its values when sent, known or not, in any field of a body [SEC-94]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 4 }),
        fc.subarray([...PLAIN]),
        fc.subarray([...VALUES]),
        fc.constantFrom(...WRITINGS),
        fc.constantFrom(...STYLES),
        async (values, plain, known, writing, style) => {
          const words = [...plain.slice(0, 1), ...values, ...plain.slice(1)];
          expect(await leaked(words, writing, { values, style, text: told(known) })).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each(STYLES)('that consists of a known value is sent as its replacement, using %s', async (style) => {
    const { sent, identifiers } = await hide('chat/completions', 'lena_k92', {
      style,
      text: 'Der Benutzername ist lena_k92.',
    });
    const [, name] = /Benutzername ist (\S+)\./.exec(sent[0]!)!;
    expect([...identifiers]).toEqual([[name!.replace(/[[\]]/g, ''), 'lena_k92']]);
  });

  it.each(STYLES)('without personal data is sent unchanged, using %s', async (style) => {
    for (const writing of WRITINGS) {
      const identifier = written(['get', 'order', 'status'], writing);
      for (const name of Object.keys(BODIES)) {
        const { body, identifiers } = await hide(name, identifier, { style });
        const { form, body: given } = BODIES[name]!;
        const unchanged = form.read(given(identifier, GREETING), (value) => value).body;
        const behind = form.isCached(given(identifier, GREETING)) ? replacementInstructions(style) : '';
        expect(body).toEqual(form.instruct(unchanged, '', behind));
        expect([...identifiers]).toEqual([]);
      }
    }
  });

  it('that names an ordinary tool or field is sent unchanged, whatever kinds are hidden', async () => {
    const properties = Object.fromEntries(ORDINARY.map((name) => [name, { type: 'string' }]));
    const tools = ORDINARY.map((name) => ({
      type: 'function',
      function: { name, parameters: { type: 'object', properties } },
    }));
    const body = { model: 'm', messages: [{ role: 'user', content: GREETING }], tools, min_p: 0.1 };
    const hidden = await send(CHAT, body, { style: 'surrogates' });
    expect([...hidden.identifiers.values()]).toEqual([]);
    expect(hidden.body).toMatchObject({ tools, min_p: 0.1 });
  });

  it.each([{ mode: 'remove' as const }, { mode: 'block' as const }])(
    'with a value that the policy hides by $mode is not restored [SEC-95]',
    async ({ mode }) => {
      const identifiers = ['katharina_brinkmann_0171_2345678', '0171_2345678'];
      for (const style of STYLES)
        for (const identifier of identifiers)
          for (const text of ['', 'Es geht um 0171 2345678.']) {
            const tools = [{ type: 'function', function: { name: identifier } }];
            const messages = [
              { role: 'user', content: `${GREETING} ${text}` },
              { role: 'assistant', content: 'Ja.' },
            ];
            const asked = { style, modes: { Phone: mode } };
            const hidden = await send(CHAT, { model: 'm', messages, tools }, asked);
            const [{ function: sent }] = hidden.body.tools as [{ function: { name: string } }];
            expect(sent.name).not.toContain('0171');
            expect([...hidden.identifiers]).toEqual([]);
            const { restorer } = await restoringOf(hidden);
            expect(await restorer.restore(`I call [${sent.name}].`)).not.toContain('0171');
          }
    },
  );
});
