import { Injectable } from '@nestjs/common';
import { invalid } from '@app/common';
import { Transcriber } from './transcriber';

/** Where Whisper's name for a language is not the one that CLDR prefers. */
const WHISPER_NAMES: Readonly<Record<string, string>> = { nb: 'no', jv: 'jw', fil: 'tl' };

/**
 * An ISO 639 code of two or three letters, also with a region (`deu`, `ger`, `de_CH`), as the engine's name for the
 * language.
 *
 * @param known what the engine knows
 * @throws AppError `bad_request` that lists what it knows
 */
export function parseSpeechLanguage(lang: string, known: ReadonlySet<string>): string {
  const code = canonical(lang);
  if (code && known.has(code)) return code;
  const message = `must be a language that the speech engine knows: ${[...known].sort().join(', ')}`;
  throw invalid('lang', message);
}

/** The platform knows every code of ISO 639-1, -2 and -3 that stands for one language. */
function canonical(lang: string): string | undefined {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(lang)) return undefined;
  try {
    const { language } = new Intl.Locale(lang.replaceAll('_', '-'));
    return WHISPER_NAMES[language] ?? language;
  } catch {
    return undefined;
  }
}

/** What the configured engine understands. */
@Injectable()
export class SpeechLanguages {
  constructor(private readonly transcriber: Transcriber) {}

  /**
   * @param lang an ISO 639 code, also with a region
   * @returns the engine's name for it
   * @throws AppError `bad_request` that lists what the engine knows, `unavailable` where there is no engine
   */
  async parse(lang: string): Promise<string> {
    return parseSpeechLanguage(lang, await this.transcriber.languages());
  }
}

/** What multilingual Whisper models know, as they name it (openai/whisper, whisper/tokenizer.py, LANGUAGES). */
export const WHISPER_LANGUAGES: readonly string[] =
  `en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml
  cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi
  lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su`.split(/\s+/);

/** A copy of its own. */
export const whisperLanguages = (): string[] => [...WHISPER_LANGUAGES];
