import { messagesForm } from './forms/messages-form';
import { hide, hiderOf, restoringOf } from '../testing/hiding';
import type { JsonObject } from './json';
import { RestoringAnswer } from './restore-answer';

const hider = hiderOf(['Hans Müller', 'Schmidt', 'Petersen', 'Hans', 'Mueller']);
const PLANTED = /schmidt|petersen|müller|mueller|m\\u00fcller/i;

const user = (content: string): JsonObject => ({ role: 'user', content });
const called = (name: string, args: string, id = 'call_1'): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
});
const answered = (content: JsonObject[string], id = 'call_1'): JsonObject => ({
  role: 'tool',
  tool_call_id: id,
  content,
});
const tool = (name: string, parameters: JsonObject): JsonObject => ({
  type: 'function',
  function: { name, parameters },
});
const body = (messages: JsonObject[], more: JsonObject = {}): JsonObject => ({
  model: 'm',
  messages: [user('What does Schmidt owe?'), ...messages],
  ...more,
});

describe.each(['surrogates', 'placeholders'] as const)('a body hidden behind %s', (style) => {
  it.each<[string, JsonObject]>([
    ['a key of what a tool answered', body([called('f', '{}'), answered('{"Schmidt":12}')])],
    ['a key that only the recognizers know', body([called('f', '{}'), answered('{"Petersen":12}')])],
    ['a key of arguments', body([called('f', '{"by":{"Petersen":1}}'), answered('x')])],
    ['a key within a longer one', body([called('f', '{}'), answered('{"debts_of_Schmidt":12}')])],
    ['a hump of a key', body([called('f', '{}'), answered('{"debtsOfSchmidt":12}')])],
    ['arguments that are cut off', body([called('f', '{"who": "Hans M\\u00fcller", "and'), answered('x')])],
    ['arguments that are no JSON', body([called('f', '{\'who\': "Hans M\\u00fcller"}'), answered('x')])],
    [
      'a part of what a tool answered',
      body([called('f', '{}'), answered([{ type: 'text', text: '{"who":"Hans M\\u00fcller"}' }])]),
    ],
    ['the id of a call', body([called('f', '{}', 'for_Petersen'), answered('x', 'for_Petersen')])],
    ['the name of a tool', body([], { tools: [tool('find_petersen', { type: 'object' })] })],
    [
      'the name of a property',
      body([], {
        tools: [
          tool('f', { type: 'object', properties: { Petersen: { type: 'string' } }, required: ['Petersen'] }),
        ],
      }),
    ],
    [
      'a reference to a schema',
      body([], {
        tools: [tool('f', { $ref: '#/$defs/Petersen', $defs: { Petersen: { type: 'object' } } })],
      }),
    ],
    [
      'an example',
      body([], { tools: [tool('f', { type: 'object', example: { type: 'Petersen', Schmidt: 1 } })] }),
    ],
    [
      'an unknown keyword',
      body([], { tools: [tool('f', { type: 'object', 'x-note': { format: { Petersen: 'Schmidt' } } })] }),
    ],
    ['a keyword that somebody made up', body([], { tools: [tool('f', { Petersen: { type: 'string' } })] })],
    ['a type that is none', body([], { tools: [tool('f', { type: 'Petersen', format: 'petersen' })] })],
    ['the name of a participant', body([{ ...user('hi'), name: 'Hans_Mueller' }])],
    ['the name of who asks for a tool', body([called('f', '{}'), { ...answered('x'), name: 'petersen' }])],
    ['the name of a parameter', body([], { petersen: 1 })],
    ['a key of a parameter', body([], { chat_template_kwargs: { petersen: 1 } })],
    ['thoughts', body([{ role: 'assistant', content: 'a', reasoning_content: 'Petersen?' }])],
  ])('reveals no person in %s [SEC-93]', async (_, given) => {
    const hidden = await hide(hider, given, { style });
    expect(JSON.stringify(hidden.body)).not.toMatch(PLANTED);
    expect(hidden.sent.join('\n')).not.toMatch(PLANTED);
  });

  it('has the same replacement in a key as in a text', async () => {
    const { body: sent } = await hide(hider, body([called('f', '{}'), answered('{"Schmidt": 12}')]), {
      style,
    });
    const [first, ...others] = (sent.messages as JsonObject[]).slice(1);
    const [, name] = /does (\S+) owe/.exec(String(first?.content)) ?? [];
    const bare = String(name).replace(/[[\]]/g, '');
    expect(others.at(-1)?.content).toBe(`{"${bare}": 12}`);
  });

  it('is restored in arguments, structured output, names and prose', async () => {
    const schema = {
      type: 'object',
      properties: { Petersen: { type: 'string' }, Schmidt: { type: 'string' } },
      required: ['Petersen', 'Schmidt'],
    };
    const hidden = await hide(
      hider,
      body([], {
        tools: [tool('find_petersen', schema)],
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
      }),
      { style },
    );
    const [sentTool] = hidden.body.tools as { function: { name: string; parameters: typeof schema } }[];
    const { name, parameters } = sentTool!.function;
    expect(parameters.required).toEqual(Object.keys(parameters.properties));
    expect([name, ...parameters.required].join()).toMatch(/^[\w,]+$/);
    const [petersen, schmidt] = parameters.required;
    const written = `{"${petersen}": 1e400, "${schmidt}":"of ${petersen}", "${petersen}": 10.10}`;
    const answer = {
      choices: [
        {
          message: {
            content: written,
            reasoning: `I call ${name}(${petersen}).`,
            tool_calls: [{ id: 'c', function: { name, arguments: written } }],
          },
        },
      ],
    };
    const restored = '{"Petersen": 1e400, "Schmidt":"of Petersen", "Petersen": 10.10}';
    const [shown] = await new RestoringAnswer(await restoringOf(hidden)).write(answer);
    expect(shown).toEqual({
      choices: [
        {
          message: {
            content: restored,
            reasoning: 'I call find_petersen(Petersen).',
            tool_calls: [{ id: 'c', function: { name: 'find_petersen', arguments: restored } }],
          },
        },
      ],
    });
  });
});

describe('identifiers', () => {
  it('do not cause ordinary words in other texts to be hidden', async () => {
    const messages = [
      { role: 'user', name: 'user', content: 'Help the user to search for petersen hammers' },
      called('search', '{"mode":"search"}'),
      { ...answered('{"search":"the user asked"}'), name: 'search' },
    ];
    const { body: sent } = await hide(hiderOf([]), { model: 'm', messages });
    expect(sent).toEqual({ model: 'm', messages });
  });

  it('hide their own name and no word of another text', async () => {
    const text = 'Schmid and petersen are not found here';
    const onlyInIdentifiers = hiderOf(['find Petersen']);
    const messages = [user(text), called('findPetersen', '{}'), answered('x')];
    const { body: sent, identifiers } = await hide(onlyInIdentifiers, { model: 'm', messages });
    expect(JSON.stringify(sent)).toContain(text);
    expect([...identifiers.values()]).toEqual(['findPetersen']);
  });

  it('hide a known value in camel case even if no recognizer finds it there', async () => {
    const onlyInText = hiderOf(['Mr\\. Petersen']);
    const messages = [user('Ask Mr. Petersen.'), called('askPetersen', '{}'), answered('x')];
    const { body: sent } = await hide(onlyInText, { model: 'm', messages });
    expect(JSON.stringify(sent)).not.toContain('Petersen');
  });

  it('become the same hash in each request, in a form that providers accept as a name', async () => {
    const given = body([], { tools: [tool('find_petersen', {})] });
    const [one, other] = [await hide(hider, given), await hide(hider, given)];
    expect([...one.identifiers.keys()][0]).toMatch(/^NAME_\d{6}[A-Z]{3}$/);
    expect([...other.identifiers]).toEqual([...one.identifiers]);
  });

  it('use a hash that no text contains', async () => {
    const given = (text: string) => ({
      model: 'm',
      messages: [user(text)],
      tools: [tool('find_petersen', {})],
    });
    const [hash] = [...(await hide(hider, given('hi'))).identifiers.keys()];
    const hidden = await hide(hider, given(`Who is [${hash}]?`));
    expect([...hidden.identifiers.keys()][0]).not.toBe(hash);
    const restoring = await restoringOf(hidden);
    expect(await restoring.restorer.restore(`It is ${hash}.`)).toBe(`It is ${hash}.`);
  });

  it('pass if they contain an everyday word in lower case', async () => {
    const given = {
      model: 'm',
      messages: [user('hi')],
      tools: [tool('mark_as_read', { bill: true })],
      min_p: 0.1,
    };
    const { body: sent } = await hide(hiderOf(['mark', 'bill', 'min p']), given);
    const [, ...messages] = sent.messages as JsonObject[];
    expect({ ...sent, messages }).toEqual(given);
  });

  it('also hide text that could be read as a replacement', async () => {
    const given = body([], { tools: [tool('NAME_1', {})] });
    const hidden = await hide(hider, given, { style: 'placeholders' });
    const [{ function: sent }] = hidden.body.tools as [{ function: { name: string } }];
    expect(sent.name).not.toBe('NAME_1');
    expect(hidden.identifiers.get(sent.name)).toBe('NAME_1');
  });
});

describe('an image of a body that is to be read', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,aW1hZ2U=' } };
  const images = (text: string) => {
    const painted: string[] = [];
    return {
      painted,
      read: async (_: unknown, { field }: { field: string }) => ({ text, field }),
      paint: async (_: unknown, hidden: { text: string }) => {
        painted.push(hidden.text);
        return Buffer.from('painted');
      },
    };
  };

  it('is hidden with the texts, and replaced by what was painted', async () => {
    const read = images('Hans Müller\nhans@mueller.de');
    const reader = hiderOf(['Hans Müller'], read as never);
    const content = [{ type: 'text', text: 'Is it Hans Müller?' }, image];
    const hidden = await hide(
      reader,
      { model: 'm', messages: [{ role: 'user', content }] },
      { style: 'placeholders', images: 'read' },
    );
    expect(read.painted).toEqual(['[NAME_1]\n[EMAIL_1]']);
    expect(hidden.sent).toContain('[NAME_1]\n[EMAIL_1]');
    expect(JSON.stringify(hidden.body)).toContain('Is it [NAME_1]?');
    expect(JSON.stringify(hidden.body)).toContain(Buffer.from('painted').toString('base64'));
    expect(JSON.stringify(hidden.body)).not.toContain('aW1hZ2U=');
    expect(hidden.hasImages).toBe(true);
  });

  it('is read in messages of Anthropic and in the answers of tools, too', async () => {
    const read = images('Hans Müller');
    const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1hZ2U=' } };
    const content = [block, { type: 'tool_result', tool_use_id: 'call_1', content: [block] }];
    const asked = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] };
    const reader = hiderOf(['Hans Müller'], read as never);
    const hidden = await hide(
      reader,
      asked,
      { style: 'placeholders', images: 'read' },
      messagesForm({} as never),
    );
    expect(read.painted).toEqual(['[NAME_1]', '[NAME_1]']);
    expect(JSON.stringify(hidden.body)).toContain(`"data":"${Buffer.from('painted').toString('base64')}"`);
    expect(JSON.stringify(hidden.body)).not.toContain('aW1hZ2U=');
  });

  it('is not read if the policy passes images', async () => {
    const hidden = await hide(
      hiderOf([]),
      { model: 'm', messages: [{ role: 'user', content: [image] }] },
      { images: 'passed' },
    );
    expect(JSON.stringify(hidden.body)).toContain('aW1hZ2U=');
  });
});
