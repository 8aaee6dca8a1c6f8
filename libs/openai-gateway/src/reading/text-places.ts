import { type AnonymizedText, decodeJsonString, encodeJsonString } from '@app/anonymization';
import type { TimeSlice } from '@app/common';
import { isObject, type JsonObject, type JsonValue } from '../json';
import { jsonPieces, patchesOf, spliced, type JsonPiece, type Patch } from '../json-pieces';
import {
  MAX_DISTINCT_IDENTIFIERS,
  MAX_DISTINCT_TEXTS,
  MAX_IDENTIFIERS,
  MAX_READ_IMAGES,
  MAX_TEXTS,
  refuse,
} from './bounds';

/** A text in a body, with the function that replaces it. */
export interface TextPlace {
  text: string;
  /** The field of the request that contains it. Absent if the text was sent before. */
  field?: string;
  /** Whether it continues the previous text, as the next part of one message. */
  continues?: boolean;
  put(hidden: AnonymizedText): void;
}

/** An identifier that programs use. It passes unchanged unless it contains personal data. */
export interface IdentifierPlace {
  identifier: string;
  /** The field of the request that contains it. Absent if it was sent before. */
  field?: string;
  /** Whether it is the name of a participant, which may be a person's name. */
  isParticipant: boolean;
  put(identifier: string): void;
}

/** An image in a body, which is read before it is sent. */
export interface ImagePlace {
  /** The field of the request that contains it, for messages */
  at: string;
  /** As in `TextPlace` */
  field?: string;
  format: 'png' | 'jpeg';
  content: Buffer;
  put(written: Buffer): void;
}

type Holder = JsonObject | JsonValue[];

/** A key as programs choose them. Any other key is a text: words of a person, or a short number or date. */
const IDENTIFIER = /^(?![\d.-]{1,10}$)[\p{L}\p{M}\p{N}_$.:-]{1,128}$/u;

/** Texts that may be code or JSON, which `readPrograms` adds. */
interface Programs {
  /** The number of texts before them. */
  at: number;
  field: string | undefined;
  add(slice: TimeSlice): Promise<void>;
}

/**
 * Collects the places of a body that may contain a person's words, so that all are replaced together. The texts of programs
 * are added by `readPrograms`, because decoding them takes long.
 */
export class TextPlaces {
  private readonly places: TextPlace[] = [];
  readonly identifiers: IdentifierPlace[] = [];
  readonly images: ImagePlace[] = [];
  /** The texts of programs as they are written, and the strings of JSON in them without its escapes. Filled by `finish`. */
  readonly escaped: string[] = [];
  /** The field of the new message that is being read. Undefined if the current text is not new. */
  field: string | undefined;
  private programs: Programs[] = [];
  private readonly splices: (() => void)[] = [];
  private readonly renames: (() => void)[] = [];
  /** Each text and each identifier once. */
  private readonly texts = new Set<string>();
  private readonly names = new Set<string>();

  /** All texts, in the order of the body. @throws Error before `readPrograms`, because texts would be missing */
  get all(): readonly TextPlace[] {
    if (this.programs.length > 0) throw new Error('The texts of programs were not read');
    return this.places;
  }

  /** Adds the string at `holder[key]`. @param continues as in `TextPlace` */
  addText(holder: Holder, key: string | number, continues = false): void {
    const at = holder as Record<string | number, JsonValue>;
    this.addPlace({
      text: String(at[key]),
      ...(continues && { continues }),
      put: ({ text }) => (at[key] = text),
    });
  }

  /** Adds the texts of one message's parts, in order. */
  addParts(parts: readonly (readonly [JsonObject, string])[]): void {
    parts.forEach(([holder, key], i) => this.addText(holder, key, i > 0));
  }

  /** Like `addParts`, for parts that may be code, or JSON, which continues no text. */
  addProgramParts(parts: readonly (readonly [Holder, string | number])[]): void {
    this.programs.push({
      at: this.places.length,
      field: this.field,
      add: async (slice) => {
        let continues = false;
        for (const [holder, key] of parts) {
          const text = String((holder as Record<string | number, JsonValue>)[key]);
          const pieces = await jsonPieces(text, slice);
          if (pieces) this.addPieces(holder, key, pieces, continues);
          else this.addText(holder, key, continues);
          continues = !pieces || pieces[0]?.kind === 'text';
        }
      },
    });
  }

  /**
   * Adds the texts of programs, each at its position. Must be called once, after the body was read.
   *
   * @throws AppError `bad_request` if there are too many texts
   */
  async readPrograms(slice: TimeSlice): Promise<void> {
    const others = this.places.splice(0);
    let from = 0;
    const addOthers = (to: number): void => {
      for (; from < to; from += 1) this.places.push(others[from]!);
    };
    for (const { at, field, add } of this.programs) {
      addOthers(at);
      this.field = field;
      await add(slice);
    }
    addOthers(others.length);
    this.field = undefined;
    this.programs = [];
    refuseBeyond(this.places.length, MAX_TEXTS, 'texts');
  }

  /** Adds the identifier at `holder[key]`. */
  addIdentifier(holder: Holder, key: string | number, isParticipant = false): void {
    const at = holder as Record<string | number, JsonValue>;
    const identifier = String(at[key]);
    this.addIdentifierPlace({ identifier, isParticipant, put: (hidden) => (at[key] = hidden) });
  }

  addImage(place: ImagePlace): void {
    this.images.push(this.inField(place));
    if (this.images.length > MAX_READ_IMAGES)
      refuse(place.at, `must not be one of more than ${MAX_READ_IMAGES} images in a request: each is read`);
  }

  /** Adds the text in an image. @param put receives the text with replacements */
  addTextOf({ field }: ImagePlace, text: string, put: TextPlace['put']): void {
    this.field = field;
    this.addPlace({ text, put });
    this.field = undefined;
  }

  /** Adds a name that the author of a schema or of data chose: an identifier or a text. */
  addName(name: string, put: (name: string) => void): void {
    if (IDENTIFIER.test(name)) this.addIdentifierPlace({ identifier: name, isParticipant: false, put });
    else this.addPlace({ text: name, put: ({ text }) => put(text) });
  }

  /** Adds the text of a program in the string at `holder[key]`: JSON, code, or a text. */
  addProgramText(holder: JsonObject, key: string): void {
    this.addProgramParts([[holder, key]]);
  }

  private addPieces(
    holder: Holder,
    key: string | number,
    pieces: readonly JsonPiece[],
    continues = false,
  ): void {
    const at = holder as Record<string | number, JsonValue>;
    const text = String(at[key]);
    const patches = pieces.map((piece): Patch[] => {
      const made: Patch[] = [];
      this.addPiece(text, piece, continues && piece.kind === 'text', (patches) => {
        for (const patch of patches) made.push(patch);
      });
      return made;
    });
    this.splices.push(() => {
      const written = spliced(text, patches.flat());
      at[key] = written;
      if (written !== text) this.escaped.push(written);
    });
  }

  /**
   * Adds every string and every key in the value at `holder[key]`.
   *
   * @param isOfProgram whether a string may be JSON or code
   */
  addTree(holder: Holder, key: string | number, isOfProgram = false): void {
    const value = (holder as Record<string | number, JsonValue>)[key];
    if (typeof value === 'string' && isOfProgram) this.addProgramParts([[holder, key]]);
    else if (typeof value === 'string') this.addText(holder, key);
    else if (Array.isArray(value)) value.forEach((_, i) => this.addTree(value, i, isOfProgram));
    else if (isObject(value)) {
      for (const name of Object.keys(value)) this.addTree(value, name, isOfProgram);
      this.addKeys(value);
    }
  }

  /** Adds the keys of an object that are names. `words` are keys of the format. */
  addKeys(holder: JsonObject, words: ReadonlySet<string> = new Set()): void {
    const renamed = new Map<string, string>();
    for (const name of Object.keys(holder).filter((key) => !words.has(key)))
      this.addName(name, (hidden) => {
        if (hidden !== name) renamed.set(name, hidden);
      });
    this.renames.push(() => rename(holder, renamed));
  }

  /** Must be called after every place has its new text. */
  finish(): void {
    for (const finish of [...this.splices, ...this.renames]) finish();
  }

  private addPlace(place: TextPlace): void {
    this.places.push(this.inField(place));
    refuseBeyond(this.places.length, MAX_TEXTS, 'texts');
    this.texts.add(place.text);
    refuseBeyond(this.texts.size, MAX_DISTINCT_TEXTS, 'different texts');
  }

  private addIdentifierPlace(place: IdentifierPlace): void {
    this.identifiers.push(this.inField(place));
    refuseBeyond(this.identifiers.length, MAX_IDENTIFIERS, 'identifiers and keys');
    this.names.add(place.identifier);
    refuseBeyond(this.names.size, MAX_DISTINCT_IDENTIFIERS, 'different identifiers and keys');
  }

  private inField<T extends object>(place: T): T & { field?: string } {
    return this.field === undefined ? place : { ...place, field: this.field };
  }

  private addPiece(
    whole: string,
    piece: JsonPiece,
    continues: boolean,
    patch: (patches: Patch[]) => void,
  ): void {
    const { start, end, text, kind } = piece;
    if (kind === 'key' && IDENTIFIER.test(text))
      this.addName(text, (name) => {
        if (name !== text) patch([{ start, end, written: encodeJsonString(name) }]);
      });
    else
      this.addPlace({
        text,
        ...(continues && { continues }),
        put: (hidden) => {
          const patches = patchesOf(piece, hidden);
          if (piece.originOf && kind === 'string' && patches.length > 0)
            this.escaped.push(
              decodeJsonString(spliced(whole.slice(start, end), patches.map(shiftedBy(start)))),
            );
          patch(patches);
        },
      });
  }
}

function refuseBeyond(count: number, most: number, what: string): void {
  if (count > most) refuse('messages', `and tools must not have more than ${most} ${what}`);
}

const shiftedBy =
  (offset: number) =>
  ({ start, end, written }: Patch): Patch => ({ start: start - offset, end: end - offset, written });

/** Renames keys in place and keeps their order. */
function rename(holder: JsonObject, renamed: ReadonlyMap<string, string>): void {
  if (renamed.size === 0) return;
  const entries = Object.entries(holder);
  for (const [name] of entries) delete holder[name];
  for (const [name, value] of entries)
    Object.defineProperty(holder, renamed.get(name) ?? name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}
