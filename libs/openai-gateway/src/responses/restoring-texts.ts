import type { Restorer, RestoringText } from '@app/anonymization';
import { tooLarge } from '@app/llm';

/** Limit for the parts and the arguments of calls in one response. */
export const MAX_ANSWER_TEXTS = 1_024;

interface Text {
  restoring: RestoringText;
  /** The text as the model wrote it. */
  heard: string;
  /** The text as the caller received it. */
  shown: string;
  ended: boolean;
}

/** Restores the texts of an answer that arrives in pieces and is then repeated as a whole. Each is restored once. */
export class RestoringTexts {
  private readonly texts = new Map<string, Text>();

  constructor(private readonly restorer: Restorer) {}

  /** @returns the part of the text at `key` that is final after this piece */
  async write(key: string, piece: string, json: boolean): Promise<string> {
    const text = this.texts.get(key) ?? this.begin(key, json);
    // A piece after the end of a text is not part of it.
    if (text.ended) return '';
    text.heard += piece;
    const shown = await text.restoring.write(piece);
    text.shown += shown;
    return shown;
  }

  /**
   * @param whole the complete text that the server sends at the end, including anything it left out of the pieces
   * @returns the part that was not returned yet
   */
  async end(key: string, whole: string, json: boolean): Promise<string> {
    const text = this.texts.get(key) ?? this.begin(key, json);
    if (text.ended) return '';
    const late = whole.startsWith(text.heard) ? whole.slice(text.heard.length) : '';
    return (await this.write(key, late, json)) + (await this.finish(text));
  }

  /** Returns the complete restored text, whether or not it arrived in pieces. */
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

  /** @throws AppError `provider_failed` if the answer contains too many texts */
  private begin(key: string, json: boolean): Text {
    if (this.texts.size === MAX_ANSWER_TEXTS) throw tooLarge();
    const restoring = json ? this.restorer.beginJson(tooLarge) : this.restorer.begin();
    const text = { restoring, heard: '', shown: '', ended: false };
    this.texts.set(key, text);
    return text;
  }
}
