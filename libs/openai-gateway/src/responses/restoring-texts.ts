import type { Restorer, RestoringText } from '@app/anonymization';
import { tooLarge } from '@app/llm';
import { RestoringJson } from '../restore-json';

/** Parts and arguments of calls of one response. */
export const MAX_ANSWER_TEXTS = 1_024;

interface Text {
  restoring: RestoringText;
  /** As the model wrote it. */
  heard: string;
  /** As its caller was shown it. */
  shown: string;
  ended: boolean;
}

/** The texts of an answer that comes in pieces and is then said again as a whole, each restored once. */
export class RestoringTexts {
  private readonly texts = new Map<string, Text>();

  constructor(private readonly restorer: Restorer) {}

  /** @returns what is certain of the text at `key` with its next piece */
  async write(key: string, piece: string, json: boolean): Promise<string> {
    const text = this.texts.get(key) ?? this.begin(key, json);
    // What comes behind its end was no part of it.
    if (text.ended) return '';
    text.heard += piece;
    const shown = await text.restoring.write(piece);
    text.shown += shown;
    return shown;
  }

  /**
   * @param whole the text as the server says it at last, with what it left out of the pieces
   * @returns what was not shown yet
   */
  async end(key: string, whole: string, json: boolean): Promise<string> {
    const text = this.texts.get(key) ?? this.begin(key, json);
    if (text.ended) return '';
    const late = whole.startsWith(text.heard) ? whole.slice(text.heard.length) : '';
    return (await this.write(key, late, json)) + (await this.finish(text));
  }

  /** All of a text, whether or not it came in pieces. */
  async whole(key: string, whole: string, json: boolean): Promise<string> {
    await this.end(key, whole, json);
    return this.texts.get(key)!.shown;
  }

  private async finish(text: Text): Promise<string> {
    const rest = await text.restoring.end();
    text.shown += rest;
    text.ended = true;
    return rest;
  }

  /** @throws AppError `provider_failed` if the answer holds too many texts */
  private begin(key: string, json: boolean): Text {
    if (this.texts.size === MAX_ANSWER_TEXTS) throw tooLarge();
    const restoring = json ? new RestoringJson(this.restorer) : this.restorer.begin();
    const text = { restoring, heard: '', shown: '', ended: false };
    this.texts.set(key, text);
    return text;
  }
}
