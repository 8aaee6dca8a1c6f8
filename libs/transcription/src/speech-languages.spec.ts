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
  ])('knows %s as %s', (lang, language) => {
    expect(parseSpeechLanguage(lang, WHISPER)).toBe(language);
  });

  it.each(['tlh', 'english', 'e', '', 'xx', 'en,de', 'en\n', '../en'])('refuses %j', (lang) => {
    expect(() => parseSpeechLanguage(lang, WHISPER)).toThrow(
      /must be a language that the speech engine knows/,
    );
  });

  it('refuses what another engine would know, and lists what this one does', () => {
    expect(() => parseSpeechLanguage('fr', new Set(['en', 'de']))).toThrow(/knows: de, en$/);
  });
});
