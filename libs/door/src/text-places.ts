import { isObject, type JsonObject, type JsonValue } from './json-value';

/** A text in a body: what it says, and how another one is put in its place. */
export interface TextPlace {
  text: string;
  /** The whole text is a person's name, whatever it looks like. */
  isName: boolean;
  put(text: string): void;
}

type Holder = JsonObject | JsonValue[];

/** An identifier as programs choose them; other keys may be somebody's words. */
const IDENTIFIER = /^[A-Za-z_$][\w$.-]{0,63}$/;
const NAME_BREAKS = /[_.-]+/g;
/** What OpenAI does not take in the name of a participant. */
const NOT_IN_NAMES = /[^\p{L}\p{N}]+/gu;

/** Collects the places of a body where a person may have written something, for replacing them all together. */
export class TextPlaces {
  readonly all: TextPlace[] = [];
  private readonly finishers: (() => void)[] = [];

  /** The string at `holder[key]`. */
  addText(holder: Holder, key: string | number): void {
    const at = holder as Record<string | number, JsonValue>;
    this.all.push({ text: String(at[key]), isName: false, put: (text) => (at[key] = text) });
  }

  /** A participant's name, written as an identifier: `Hans_Mueller`. */
  addName(holder: JsonObject, key: string): void {
    const text = String(holder[key]).replace(NAME_BREAKS, ' ').trim();
    const put = (name: string): void => {
      holder[key] = name.replace(NOT_IN_NAMES, '_').replace(/^_+|_+$/g, '');
    };
    this.all.push({ text, isName: true, put });
  }

  /** JSON written into the string at `holder[key]`; where it is none, the string is a text like any other. */
  addJson(holder: JsonObject, key: string): void {
    const parsed = parseJson(String(holder[key]));
    if (parsed === undefined) return this.addText(holder, key);
    const root = { parsed };
    this.addTree(root, 'parsed');
    this.finishers.push(() => (holder[key] = JSON.stringify(root.parsed)));
  }

  /** Every string in the value at `holder[key]`, and every key that is no identifier. */
  addTree(holder: Holder, key: string | number): void {
    const value = (holder as Record<string | number, JsonValue>)[key];
    if (typeof value === 'string') this.addText(holder, key);
    else if (Array.isArray(value)) value.forEach((_, i) => this.addTree(value, i));
    else if (isObject(value)) for (const name of Object.keys(value)) this.addEntry(value, name);
  }

  /** To be called when every place has its new text. */
  finish(): void {
    for (const finisher of this.finishers) finisher();
  }

  private addEntry(holder: JsonObject, key: string): void {
    this.addTree(holder, key);
    if (IDENTIFIER.test(key)) return;
    let hidden = key;
    this.all.push({ text: key, isName: false, put: (text) => (hidden = text) });
    this.finishers.unshift(() => {
      const value = holder[key];
      delete holder[key];
      holder[hidden] = value;
    });
  }
}

/** Only what holds something: a number or a bare word is a text. */
function parseJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
