import { AppError } from '@app/common';
import { parseSpeechLanguage, SpeechLanguages, whisperLanguages } from './speech-languages';
import type { Transcriber } from './transcriber';

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

describe('what the engine offers', () => {
  const offer = (features: (language: string) => object) =>
    new SpeechLanguages({
      languages: async () => new Set(['en']),
      features: async (language: string) => features(language),
    } as unknown as Transcriber).offer();
  const refused = (code: 'not_supported' | 'not_configured') => () => {
    throw new AppError(code, 'no');
  };

  it('is what it offers for a language that it recognizes', async () => {
    expect(await offer(() => ({ words: true, vocabulary: false }))).toEqual({
      auto: true,
      words: true,
      vocabulary: false,
    });
  });

  it('is what it offers for a named language if it recognizes none', async () => {
    const ofNamed = { words: false, vocabulary: true };
    expect(await offer((language) => (language === 'auto' ? refused('not_supported')() : ofNamed))).toEqual({
      auto: false,
      ...ofNamed,
    });
  });

  it('is nothing without an engine', async () => {
    expect(await offer(refused('not_configured'))).toBeUndefined();
  });
});
