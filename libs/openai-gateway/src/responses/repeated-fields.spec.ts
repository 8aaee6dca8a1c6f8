import { repeatedFields } from './repeated-fields';

describe('the request fields that a response repeats', () => {
  it('have the values of the caller, whatever the server repeats', () => {
    const given = { instructions: 'Help Anna Schmidt.', metadata: { case: '7' }, temperature: 0.2 };
    const server = { instructions: 'Help [NAME_1].', metadata: {}, temperature: 0.9 };
    expect(repeatedFields(given, server)).toMatchObject(given);
  });

  it("have the value of the server for fields that the caller left out, or OpenAI's default", () => {
    expect(repeatedFields({}, { temperature: 0.9 })).toMatchObject({ temperature: 0.9, top_p: 1 });
  });

  it('include every field of tools, formats and reasoning', () => {
    const given = {
      tools: [{ type: 'function', name: 'find', strict: true }],
      text: { format: { type: 'json_schema', name: 'person', schema: {} }, verbosity: 'low' },
      reasoning: { effort: 'low' },
    };
    expect(repeatedFields(given, {})).toMatchObject({
      tools: [{ type: 'function', name: 'find', strict: true, description: null, parameters: null }],
      text: { format: { ...given.text.format, description: null, strict: false }, verbosity: 'low' },
      reasoning: { effort: 'low', summary: null },
    });
  });

  it('include a format if only the verbosity was asked for', () => {
    expect(repeatedFields({ text: { verbosity: 'low' } }, {})).toMatchObject({
      text: { format: { type: 'text' }, verbosity: 'low' },
    });
  });
});
