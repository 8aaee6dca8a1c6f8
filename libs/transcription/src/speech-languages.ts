import { Injectable } from '@nestjs/common';
import { parseSpeechLanguage } from './parse-speech-language';
import { Transcriber } from './transcriber';

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
