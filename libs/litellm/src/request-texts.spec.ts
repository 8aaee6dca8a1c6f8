import { RequestTexts } from './request-texts';

const hidden = (texts: RequestTexts) => {
  texts.put(new Map(texts.all.map((text) => [text, text.replaceAll('Müller', '[NAME_1]')])));
  return texts.replaced;
};

describe('the texts of a request', () => {
  const NAME = 'Müller';

  it('are the contents alone if nothing else changes', () => {
    const messages = [{ role: 'user', content: NAME }];
    expect(hidden(new RequestTexts({ texts: [NAME], messages }))).toEqual({ texts: ['[NAME_1]'] });
    expect(messages[0]!.content).toBe(NAME);
  });

  it('include the arguments of calls, with which the messages are returned', () => {
    const call = (name: string) => ({
      id: '1',
      type: 'function',
      function: { name: 'find', arguments: name },
    });
    const messages = [
      { role: 'user', content: [{ type: 'text', text: NAME }] },
      { role: 'assistant', content: null, tool_calls: [call('{"name":"Müller"}')] },
    ];
    expect(hidden(new RequestTexts({ texts: [NAME], messages }))).toEqual({
      texts: ['[NAME_1]'],
      structured_messages: [
        { role: 'user', content: [{ type: 'text', text: '[NAME_1]' }] },
        { role: 'assistant', content: null, tool_calls: [call('{"name":"[NAME_1]"}')] },
      ],
    });
  });

  it('include the words of tools, at any depth', () => {
    const tool = (name: string) => ({
      type: 'function',
      function: {
        name: 'find',
        description: `Finds ${name}`,
        parameters: { properties: { who: { type: 'string', enum: ['A', name], default: name } } },
      },
    });
    expect(hidden(new RequestTexts({ texts: [], tools: [tool(NAME)] }))).toEqual({
      texts: [],
      tools: [tool('[NAME_1]')],
    });
  });

  it('leave out the names of people who wrote messages', () => {
    const messages = [{ role: 'user', content: 'Hello', name: 'Hans' }];
    expect(hidden(new RequestTexts({ texts: ['Hello'], messages }))).toEqual({
      texts: ['Hello'],
      structured_messages: [{ role: 'user', content: 'Hello' }],
    });
  });

  it('report parts that cannot be searched', () => {
    const part = (type: string) =>
      new RequestTexts({ texts: [], messages: [{ role: 'user', content: [{ type }] }] }).hasOtherParts;
    expect(['text', 'image_url', 'file', 'input_audio'].map(part)).toEqual([false, false, true, true]);
  });

  it('know those that a model wrote', () => {
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
    ];
    expect([...new RequestTexts({ texts: ['Hello', 'Hi'], messages }).ofModel]).toEqual(['Hi']);
  });
});
