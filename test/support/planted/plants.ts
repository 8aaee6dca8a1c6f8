import { randomInt } from 'node:crypto';

/**
 * `personal`: what is to be hidden, and reaches no provider. `content`: the rest of what somebody wrote, which providers
 * and webhooks are meant to get. `secret`: passwords, tokens, addresses. `open`: what its owner asked to send as it is.
 */
export type PlantKind = 'personal' | 'content' | 'secret' | 'open';

export interface Plant {
  value: string;
  kind: PlantKind;
  /** Where it was planted. */
  field: string;
}

const CONSONANTS = [...'bdfgklmnprstvz'];
const VOWELS = [...'aeiou'];

/** Values that stand nowhere else in the world, each for one field. */
export class Plants {
  readonly all: Plant[] = [];

  /** What is neither a name nor a number, with a letter outside ASCII. */
  content(field: string): string {
    return this.plant('content', field, `${syllables(4)}ö${syllables(3)}`);
  }

  secret(field: string): string {
    return this.plant('secret', field, `${syllables(4)}-${syllables(4)}`);
  }

  /** A surname; to be written after a title or a first name. */
  surname(field: string, kind: PlantKind = 'personal'): string {
    const name = `${syllables(3)}ü${syllables(2)}`;
    return this.plant(kind, field, name[0]!.toUpperCase() + name.slice(1));
  }

  email(field: string, kind: PlantKind = 'personal'): string {
    const local = this.plant(kind, `${field}, local part`, syllables(5));
    const domain = this.plant(kind, `${field}, domain`, syllables(5));
    return this.plant(kind, field, `${local}@${domain}.de`);
  }

  /** A number of Berlin, as it is written; searched for without its blanks too. */
  phone(field: string, kind: PlantKind = 'personal'): string {
    const digits = String(randomInt(30_000_000, 99_999_999));
    this.plant(kind, `${field}, digits`, `4930${digits}`);
    return this.plant(kind, field, `+49 30 ${digits}`);
  }

  /** A sentence with one of each. */
  sentence(field: string, kind: PlantKind = 'personal'): string {
    const name = this.surname(`${field}: name`, kind);
    const [email, phone] = [this.email(`${field}: e-mail`, kind), this.phone(`${field}: phone`, kind)];
    const word = this.content(`${field}: word`);
    return `Please call Mr. Peter ${name} at ${phone} or write to ${email} about the ${word}.`;
  }

  /** A value that somebody else made. */
  add(kind: PlantKind, field: string, value: string): void {
    this.plant(kind, field, value);
  }

  private plant(kind: PlantKind, field: string, value: string): string {
    this.all.push({ value, kind, field });
    return value;
  }
}

const syllables = (count: number): string =>
  Array.from({ length: count }, () => pick(CONSONANTS) + pick(VOWELS)).join('');
const pick = (letters: readonly string[]): string => letters[randomInt(letters.length)]!;
