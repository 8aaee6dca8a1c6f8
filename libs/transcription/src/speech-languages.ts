import { Injectable } from '@nestjs/common';
import { AppError, invalid } from '@app/common';
import { AUTO_LANGUAGE, Transcriber, type SpeechFeatures } from './transcriber';

/** Whisper's names of languages that differ from CLDR's. */
const WHISPER_NAMES: Readonly<Record<string, string>> = { nb: 'no', jv: 'jw', fil: 'tl' };

/**
 * Maps an ISO 639 code of two or three letters, also with a region (`deu`, `ger`, `de_CH`), to the engine's name of the
 * language.
 *
 * @param known the languages that the engine supports
 * @throws AppError `bad_request` that lists the supported languages
 */
export function parseSpeechLanguage(lang: string, known: ReadonlySet<string>): string {
  const code = canonical(lang);
  if (code && known.has(code)) return code;
  const message = `must be a language that the speech engine supports: ${[...known].sort().join(', ')}`;
  throw invalid('lang', message);
}

/** Normalizes a code. Node.js knows every code of ISO 639-1, -2 and -3 that means one language. */
function canonical(lang: string): string | undefined {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(lang)) return undefined;
  try {
    const { language } = new Intl.Locale(lang.replaceAll('_', '-'));
    return WHISPER_NAMES[language] ?? language;
  } catch {
    return undefined;
  }
}

/** What the engine offers. */
export interface SpeechOffer extends SpeechFeatures {
  /** Whether it recognizes the language of a recording. */
  auto: boolean;
}

/** The languages of the configured engine, and what it offers for them. */
@Injectable()
export class SpeechLanguages {
  constructor(private readonly transcriber: Transcriber) {}

  /**
   * @param lang an ISO 639 code, also with a region, or `auto`
   * @returns the engine's name of the language, or `auto`
   * @throws AppError `bad_request` that lists the supported languages, `unavailable` if there is no engine, `not_supported`
   *   if the engine cannot recognize languages
   */
  async parse(lang: string): Promise<string> {
    if (lang === AUTO_LANGUAGE) {
      await this.transcriber.features(lang);
      return lang;
    }
    return parseSpeechLanguage(lang, await this.transcriber.languages());
  }

  /**
   * Returns what the engine offers for recordings in any language. If it does not recognize languages, what it offers for one
   * of them.
   *
   * @returns undefined if there is no engine
   */
  async offer(): Promise<SpeechOffer | undefined> {
    try {
      return { auto: true, ...(await this.transcriber.features(AUTO_LANGUAGE)) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not_configured') return undefined;
      if (error.code !== 'not_supported') throw error;
    }
    const [language] = await this.transcriber.languages();
    return { auto: false, ...(await this.transcriber.features(language!)) };
  }

  /**
   * @param language as {@link parse} returns it
   * @throws AppError `not_supported` that names the field that the engine does not support
   */
  async checkFeatures(
    language: string,
    asked: Partial<Record<keyof SpeechFeatures, boolean>>,
  ): Promise<void> {
    const offered = await this.transcriber.features(language);
    for (const field of ['words', 'vocabulary'] as const)
      if (asked[field] && !offered[field])
        throw invalid(field, 'is not supported by the speech engine of this deployment', 'not_supported');
  }
}

/**
 * The languages of multilingual Whisper models, as they name them (openai/whisper, whisper/tokenizer.py, LANGUAGES).
 */
export const WHISPER_LANGUAGES: readonly string[] =
  `en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml
  cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi
  lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su`.split(/\s+/);

/** Returns a copy that the caller may change. */
export const whisperLanguages = (): string[] => [...WHISPER_LANGUAGES];

/** Languages that are written without blanks between words. */
const UNSPACED = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my', 'bo']);

/** @param language the engine's name of the language */
export const isUnspaced = (language: string): boolean => UNSPACED.has(language);
