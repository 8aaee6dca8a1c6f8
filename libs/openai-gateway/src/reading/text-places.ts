import type { AnonymizedText } from '@app/anonymization';
import { encodeJsonString, isObject, type JsonObject, type JsonValue } from '../json';
import { jsonPieces, patchesOf, spliced, type JsonPiece, type Patch } from '../json-pieces';
import { MAX_DISTINCT_IDENTIFIERS, MAX_DISTINCT_TEXTS, MAX_IDENTIFIERS, MAX_TEXTS, refuse } from './bounds';

/** A text in a body: what it says, and how what was made of it is put in its place. */
export interface TextPlace {
  text: string;
  /** The field of the request that brings it; absent: it was sent before. */
  field?: string;
  /** Whether it continues the text before it: both are parts of one message. */
  continues?: boolean;
  put(hidden: AnonymizedText): void;
}

/** A word that a program goes by. It passes as it is, unless it tells of somebody. */
export interface IdentifierPlace {
  identifier: string;
  /** As of a text. */
  field?: string;
  /** It stands for a participant, whom it may well name. */
  isParticipant: boolean;
  put(identifier: string): void;
}

type Holder = JsonObject | JsonValue[];

/** A key as programs choose them. Others are texts: words of a person, and a short number or date, which a value of its kind replaces. */
const IDENTIFIER = /^(?![\d.-]{1,10}$)[\p{L}\p{M}\p{N}_$.:-]{1,128}$/u;

/** Collects the places of a body where a person may have written something, for replacing them all together. */
export class TextPlaces {
  readonly all: TextPlace[] = [];
  readonly identifiers: IdentifierPlace[] = [];
  /** After the texts were put: those that are written with escapes, as they are written. */
  readonly escaped: string[] = [];
  /** The field of a new message that is read at this moment; undefined: of none. */
  field: string | undefined;
  private readonly finishers: (() => void)[] = [];
  /** Each text and each identifier once. */
  private readonly texts = new Set<string>();
  private readonly names = new Set<string>();

  /** The string at `holder[key]`. @param continues as of a text */
  addText(holder: Holder, key: string | number, continues = false): void {
    const at = holder as Record<string | number, JsonValue>;
    this.addPlace({
      text: String(at[key]),
      ...(continues && { continues }),
      put: ({ text }) => (at[key] = text),
    });
  }

  /** The texts of one message's parts, in order. @param mayBeJson whether a part may be JSON, which continues no text */
  addParts(parts: readonly (readonly [JsonObject, string])[], mayBeJson = false): void {
    let continues = false;
    for (const [holder, key] of parts) {
      const pieces = mayBeJson ? jsonPieces(String(holder[key])) : undefined;
      if (pieces) this.addPieces(holder, key, pieces);
      else this.addText(holder, key, continues);
      continues = !pieces;
    }
  }

  /** The identifier at `holder[key]`. */
  addIdentifier(holder: Holder, key: string | number, isParticipant = false): void {
    const at = holder as Record<string | number, JsonValue>;
    const identifier = String(at[key]);
    this.addIdentifierPlace({ identifier, isParticipant, put: (hidden) => (at[key] = hidden) });
  }

  /** A name that the author of a schema or of data chose: an identifier, or somebody's words. */
  addName(name: string, put: (name: string) => void): void {
    if (IDENTIFIER.test(name)) this.addIdentifierPlace({ identifier: name, isParticipant: false, put });
    else this.addPlace({ text: name, put: ({ text }) => put(text) });
  }

  /** JSON written into the string at `holder[key]`; where it is none, the string is a text like any other. */
  addJson(holder: JsonObject, key: string): void {
    this.addParts([[holder, key]], true);
  }

  private addPieces(holder: JsonObject, key: string, pieces: readonly JsonPiece[]): void {
    const text = String(holder[key]);
    const patches = pieces.map((piece): Patch[] => {
      const made: Patch[] = [];
      this.addPiece(text, piece, (patches) => {
        for (const patch of patches) made.push(patch);
      });
      return made;
    });
    this.finishers.push(() => (holder[key] = spliced(text, patches.flat())));
  }

  /** Every string and every key in the value at `holder[key]`. */
  addTree(holder: Holder, key: string | number): void {
    const value = (holder as Record<string | number, JsonValue>)[key];
    if (typeof value === 'string') this.addText(holder, key);
    else if (Array.isArray(value)) value.forEach((_, i) => this.addTree(value, i));
    else if (isObject(value)) {
      for (const name of Object.keys(value)) this.addTree(value, name);
      this.addKeys(value);
    }
  }

  /** The keys of an object that are names; those of `words` belong to a format. */
  addKeys(holder: JsonObject, words: ReadonlySet<string> = new Set()): void {
    const renamed = new Map<string, string>();
    for (const name of Object.keys(holder).filter((key) => !words.has(key)))
      this.addName(name, (hidden) => {
        if (hidden !== name) renamed.set(name, hidden);
      });
    this.finishers.push(() => rename(holder, renamed));
  }

  /** To be called when every place has its new text. */
  finish(): void {
    for (const finisher of this.finishers) finisher();
  }

  private addPlace(place: TextPlace): void {
    this.all.push(this.inField(place));
    refuseBeyond(this.all.length, MAX_TEXTS, 'texts');
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

  private addPiece(json: string, piece: JsonPiece, patch: (patches: Patch[]) => void): void {
    const { start, end, text, kind } = piece;
    if (kind === 'key' && IDENTIFIER.test(text))
      this.addName(text, (name) => {
        if (name !== text) patch([{ start, end, written: encodeJsonString(name) }]);
      });
    else
      this.addPlace({
        text,
        put: (hidden) => {
          const patches = patchesOf(piece, hidden);
          if (piece.offsets && patches.length > 0)
            this.escaped.push(spliced(json.slice(start, end), patches.map(shiftedBy(start))));
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

/** In place, keeping the order. */
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
