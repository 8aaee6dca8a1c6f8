import type { ChatDto } from './chat.dto';
import { readPrompt } from './read-prompt';

const body = (more: Partial<ChatDto> = {}): ChatDto => ({
  lang: 'de_AT',
  prompt: 'Grüß Gott',
  choices: ['Phones', 'Name', 'Names'],
  model: 'm',
  anonymized: true,
  ...more,
});

describe('readPrompt', () => {
  it('reads choices in both spellings, once each, and the language with its region first', () => {
    expect(readPrompt(body(), undefined, 100)).toEqual({
      prompt: 'Grüß Gott',
      choices: ['Phone', 'Names'],
      named: ['Phone', 'Names'],
      hide: [],
      keep: [],
      language: { code: 'de', regions: ['AT', 'DE', 'CH'] },
      model: 'm',
    });
  });

  it('hides nothing new if anonymized is false, whatever the choices are', () => {
    expect(readPrompt(body({ anonymized: false }), undefined, 100).choices).toEqual([]);
    expect(readPrompt(body({ anonymized: false, choices: [] }), undefined, 100).choices).toEqual([]);
    expect(() => readPrompt(body({ choices: [] }), undefined, 100)).toThrow('choices must name at least one');
  });

  it('distinguishes named choices from those that only All includes', () => {
    const { choices, named } = readPrompt(body({ choices: ['All', 'Names'] }), undefined, 100);
    expect(named).toEqual(['Names']);
    expect(choices!.length).toBeGreaterThan(10);
  });

  it('accepts the flag under either name and refuses a contradiction', () => {
    expect(readPrompt(body({ anonymized: undefined, anonymize: true }), undefined, 100).choices).not.toEqual(
      [],
    );
    expect(readPrompt(body({ anonymize: true }), undefined, 100).choices).not.toEqual([]);
    expect(() => readPrompt(body({ anonymize: false }), undefined, 100)).toThrow('must not differ');
    expect(() => readPrompt(body({ anonymized: undefined }), undefined, 100)).toThrow(
      'must be true or false',
    );
  });

  it.each(['', null, undefined])('reads %j as no chat and no document', (none) => {
    expect(readPrompt(body({ chat_id: none, doc: none }), undefined, 100)).not.toHaveProperty('chatId');
  });

  it('counts the bytes of a prompt, not its characters', () => {
    expect(readPrompt(body(), undefined, 11).prompt).toBe('Grüß Gott');
    expect(() => readPrompt(body(), undefined, 10)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('accepts a style only by its name', () => {
    expect(readPrompt(body(), 'placeholders', 100).style).toBe('placeholders');
    expect(() => readPrompt(body(), 'Placeholders', 100)).toThrow('X-Replacements must be');
  });
});
