import fc from 'fast-check';
import { ResultTexts } from './result-texts';

const NAME = 'Müller';
const hidden = (work: (texts: ResultTexts) => unknown): string => {
  const texts = new ResultTexts();
  const shown = work(texts);
  texts.put(texts.all.map((text) => text.replaceAll(NAME, '[NAME_1]')));
  return JSON.stringify(shown);
};

describe('the result of a tool', () => {
  it('shows no text that was not hidden, in any field [SEC-127]', () => {
    const value = fc.constantFrom<unknown>(NAME, `a ${NAME}`, 1, null, true);
    const field = fc.constantFrom('text', 'uri', 'name', 'data', 'blob', 'mimeType', '_meta', NAME);
    const part = fc
      .tuple(
        fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'other'),
        fc.dictionary(field, value),
        fc.dictionary(field, value),
      )
      .map(([type, fields, resource]) => ({
        ...fields,
        type,
        resource: { ...resource, mimeType: 'text/plain' },
      }));
    const result = fc.record(
      {
        content: fc.oneof(fc.array(fc.oneof(part, value)), value),
        structuredContent: fc.oneof(
          fc.dictionary(field, fc.oneof(value, fc.dictionary(field, value))),
          value,
        ),
        isError: value,
        _meta: fc.dictionary(field, value),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(result, (given) => {
        expect(hidden((texts) => texts.result(given))).not.toContain(NAME);
      }),
    );
  });

  it('stays complete', () => {
    const result = {
      content: [
        { type: 'text', text: NAME },
        { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: NAME } },
      ],
      structuredContent: { name: NAME, count: 1 },
    };
    expect(JSON.parse(hidden((texts) => texts.result(result)))).toEqual(
      JSON.parse(JSON.stringify(result).replaceAll(NAME, '[NAME_1]')),
    );
  });

  it('has a type of a resource without a value', () => {
    const resource = { uri: 'file:///a', mimeType: `text/${NAME}`, text: 'a' };
    expect(hidden((texts) => texts.result({ content: [{ type: 'resource', resource }] }))).not.toContain(
      NAME,
    );
  });

  it('of a tool that hides a number is a text', () => {
    const texts = new ResultTexts();
    const shown = texts.result({ structuredContent: { phone: 4930901820 } });
    texts.put(['{"phone":[PHONE_1]}']);
    expect(shown.structuredContent).toEqual({ text: '{"phone":[PHONE_1]}' });
  });
});

describe('the description of a tool', () => {
  it('hides the texts for people in its schema, and passes what a program must repeat', () => {
    const inputSchema = {
      type: 'object',
      title: NAME,
      properties: {
        title: { type: 'string', enum: ['open', 'closed'], description: `Ask ${NAME}` },
        list: { type: 'array', items: { anyOf: [{ $comment: NAME, const: 1 }] } },
      },
    };
    const shown = hidden((texts) => texts.tool({ name: 'find', description: NAME, inputSchema }));
    expect(JSON.parse(shown)).toEqual(
      JSON.parse(
        JSON.stringify({ name: 'find', description: NAME, inputSchema }).replaceAll(NAME, '[NAME_1]'),
      ),
    );
  });
});
