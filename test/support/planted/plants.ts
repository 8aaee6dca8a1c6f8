import { randomInt } from 'node:crypto';

/**
 * `personal`: must be hidden and must not reach a provider. `content`: other text of a user, which providers and webhooks
 * receive. `secret`: passwords, tokens, addresses. `open`: text that its owner asked to send unchanged. `voice`: numbers
 * that describe a voice.
 */
export type PlantKind = 'personal' | 'content' | 'secret' | 'open' | 'voice';

export interface Plant {
  /** Text, or the bytes of numbers. */
  value: string | Buffer;
  kind: PlantKind;
  /** The field where the value was planted. */
  field: string;
}

const CONSONANTS = [...'bdfgklmnprstvz'];
const VOWELS = [...'aeiou'];

/** Generates unique values, each for one field. */
export class Plants {
  readonly all: Plant[] = [];

  /** Returns text that is neither a name nor a number, with a letter outside ASCII. */
  content(field: string): string {
    return this.plant('content', field, `${syllables(4)}ö${syllables(3)}`);
  }

  secret(field: string): string {
    return this.plant('secret', field, `${syllables(4)}-${syllables(4)}`);
  }

  /** Returns a surname; write it after a title or a first name. */
  surname(field: string, kind: PlantKind = 'personal'): string {
    const name = `${syllables(3)}ü${syllables(2)}`;
    return this.plant(kind, field, name[0]!.toUpperCase() + name.slice(1));
  }

  email(field: string, kind: PlantKind = 'personal'): string {
    const local = this.plant(kind, `${field}, local part`, syllables(5));
    const domain = this.plant(kind, `${field}, domain`, syllables(5));
    return this.plant(kind, field, `${local}@${domain}.de`);
  }

  /** Returns a formatted Berlin phone number. The search also looks for it without blanks. */
  phone(field: string, kind: PlantKind = 'personal'): string {
    const digits = String(randomInt(30_000_000, 99_999_999));
    this.plant(kind, `${field}, digits`, `4930${digits}`);
    return this.plant(kind, field, `+49 30 ${digits}`);
  }

  /** Returns a sentence that contains one value of each kind. */
  sentence(field: string, kind: PlantKind = 'personal'): string {
    const name = this.surname(`${field}: name`, kind);
    const [email, phone] = [this.email(`${field}: e-mail`, kind), this.phone(`${field}: phone`, kind)];
    const word = this.content(`${field}: word`);
    return `Please call Mr. Peter ${name} at ${phone} or write to ${email} about the ${word}.`;
  }

  /** Registers a value that was generated elsewhere. */
  add(kind: PlantKind, field: string, value: string | Buffer): void {
    this.plant(kind, field, value);
  }

  private plant<Value extends string | Buffer>(kind: PlantKind, field: string, value: Value): Value {
    this.all.push({ value, kind, field });
    return value;
  }
}

const syllables = (count: number): string =>
  Array.from({ length: count }, () => pick(CONSONANTS) + pick(VOWELS)).join('');
const pick = (letters: readonly string[]): string => letters[randomInt(letters.length)]!;
