import { parseSpeechLanguage, whisperLanguages } from './speech-languages';

const WHISPER = new Set(whisperLanguages());

describe('parseSpeechLanguage', () => {
  it.each([
    ['en', 'en'],
    ['eng', 'en'],
    ['de', 'de'],
    ['deu', 'de'],
    ['ger', 'de'],
    ['de_CH', 'de'],
    ['EN-gb', 'en'],
    ['fra', 'fr'],
    ['zho', 'zh'],
    ['nob', 'no'],
    ['jav', 'jw'],
    ['fil', 'tl'],
  ])('maps %s to %s', (lang, language) => {
    expect(parseSpeechLanguage(lang, WHISPER)).toBe(language);
  });

  it.each(['tlh', 'english', 'e', '', 'xx', 'en,de', 'en\n', '../en'])('refuses %j', (lang) => {
    expect(() => parseSpeechLanguage(lang, WHISPER)).toThrow(
      /must be a language that the speech engine supports/,
    );
  });

  it('refuses a language that only another engine supports, and lists the supported ones', () => {
    expect(() => parseSpeechLanguage('fr', new Set(['en', 'de']))).toThrow(/supports: de, en$/);
  });
});
