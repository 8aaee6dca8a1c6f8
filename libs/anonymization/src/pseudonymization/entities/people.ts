import { knownNames } from '../../lexicon/known-names';
import type { Gender } from '../../lexicon/titles';
import type { Entity, Person } from './entity';
import type { EntityTable } from './entity-table';
import { type NameWord, parseName } from './parse-name';

/** Returns the person that the words of a name describe. */
function personOf(words: readonly NameWord[], gender?: Person['gender']): Person {
  const hasFamily = words.some(({ kind }) => kind === 'family');
  const given = words.filter(({ kind }) => kind === 'given' || (kind === 'initial' && hasFamily));
  const family = words.filter(({ kind }) => kind === 'family');
  return {
    given: given.map(({ folded }) => folded),
    family: family.map(({ folded }) => folded),
    ...(gender && { gender }),
  };
}

/** Returns whether two names may belong to one person: they share a part, and no part contradicts it. */
function mayBeOne(a: Person, b: Person): boolean {
  if (a.gender && b.gender && a.gender !== b.gender) return false;
  if (isLone(a) || isLone(b)) return sharesLonePart(a, b);
  const given = agree(a.given[0], b.given[0]);
  const family = agree(a.family.at(-1), b.family.at(-1));
  return given !== false && family !== false && (given === true || family === true);
}

/** Returns whether a name has a single part, which may be the first or the last name of another. */
export function isLone({ given, family }: Person): boolean {
  return given.length + family.length === 1;
}

function sharesLonePart(a: Person, b: Person): boolean {
  const [lone, other] = isLone(a) ? [a, b] : [b, a];
  const [part] = [...lone.given, ...lone.family];
  if (isLone(other) && lone.given.length !== other.given.length) return false;
  return [...other.given, ...other.family].some((word) => word.length > 1 && same(part ?? '', word));
}

/** Returns whether two values are equal; `undefined` if one is missing. */
function agree(a: string | undefined, b: string | undefined): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a.length === 1 || b.length === 1) return a.startsWith(b) || b.startsWith(a) ? undefined : false;
  return same(a, b);
}

/** Returns whether two names have the same parts, ignoring a genitive s. */
function sameParts(a: Person, b: Person): boolean {
  const one = [...a.given, '', ...a.family];
  const other = [...b.given, '', ...b.family];
  return one.length === other.length && one.every((word, index) => same(word, other[index] ?? ''));
}

/** Returns whether two words are equal, ignoring a genitive s. */
function same(a: string, b: string): boolean {
  return a === b || a === `${b}s` || b === `${a}s`;
}

/**
 * The persons of a table. Finds the one that a name means if only one is possible
 * (contract: Anonymizing and restoring, rule 2).
 */
export class People {
  private readonly byWord = new Map<string, Set<Entity>>();

  constructor(private readonly table: EntityTable) {
    for (const entity of table.entities) if (entity.person) this.index(entity, entity.person);
  }

  /** Returns the person that a name describes. `gender` comes from the text around it ("Frau"). */
  describe(name: string, gender?: Gender): Person {
    const isFamily = (word: string) =>
      [...(this.byWord.get(word) ?? [])].some(({ person }) => person?.family.includes(word));
    const person = personOf(parseName(name, isFamily), gender);
    const told = person.given.map((word) => knownNames.genderOf(word)).find((known) => known !== undefined);
    return told && !person.gender ? { ...person, gender: told } : person;
  }

  /**
   * Returns the entity of a name: the one person it can mean, or else a new one.
   *
   * @param others the other names of the same texts: a bare "Müller" is assigned to neither of two
   */
  entityFor(name: string, gender: Gender | undefined, others: readonly Person[]): Entity {
    const person = this.describe(name, gender);
    const candidates = this.candidates(person).filter((entity) => this.isSafe(entity, person, others));
    const [only] =
      candidates.length === 1 && !this.mayHaveOthers(person)
        ? candidates
        : candidates.filter((entity) => entity.person && sameParts(entity.person, person));
    if (!only) return this.addPerson(person);
    this.learn(only, person);
    return only;
  }

  /** Returns whether a person of the table has this folded word as a part of the name, possibly in the genitive. */
  bears(folded: string): boolean {
    return this.bearersOf(folded).next().done === false;
  }

  /** Returns whether one person has both folded words. */
  shareBearer(one: string, other: string): boolean {
    const bearers = new Set(this.bearersOf(other));
    for (const entity of this.bearersOf(one)) if (bearers.has(entity)) return true;
    return false;
  }

  /** Returns whether a person with this last name has a first name with this initial; both folded. */
  hasInitial(family: string, initial: string): boolean {
    for (const { person } of this.bearersOf(family)) {
      if (person?.family.includes(family) && person.given[0]?.startsWith(initial)) return true;
    }
    return false;
  }

  private *bearersOf(folded: string): Generator<Entity, void> {
    yield* this.byWord.get(folded) ?? [];
    if (folded.length > 3 && folded.endsWith('s')) yield* this.byWord.get(folded.slice(0, -1)) ?? [];
  }

  /** Returns whether a folded text contains such a part of at least four letters, also inside a word. */
  bearsWithin(folded: string): boolean {
    for (const word of this.byWord.keys()) if (word.length > 3 && folded.includes(word)) return true;
    return false;
  }

  private candidates(person: Person): Entity[] {
    const found = new Set<Entity>();
    for (const word of [...person.given, ...person.family]) {
      for (const spelling of [word, `${word}s`, word.replace(/s$/, '')]) {
        for (const entity of this.byWord.get(spelling) ?? []) found.add(entity);
      }
    }
    return [...found].filter((entity) => entity.person && mayBeOne(entity.person, person));
  }

  /** Returns whether a fuller name may take over a bare one: no other fuller name of these texts could. */
  private isSafe(entity: Entity, person: Person, others: readonly Person[]): boolean {
    const known = entity.person;
    if (!known || !isLone(known) || isLone(person)) return true;
    return others.every((other) => isLone(other) || !mayBeOne(known, other) || mayBeOne(person, other));
  }

  /** Returns whether a bare name may belong to persons that are not in this part of a large table. */
  private mayHaveOthers(person: Person): boolean {
    return isLone(person) && [...person.given, ...person.family].some((word) => this.table.crowded.has(word));
  }

  private addPerson(person: Person): Entity {
    const entity = this.table.add({ type: 'Names', person, forms: [] });
    this.index(entity, person);
    return entity;
  }

  private learn(entity: Entity, person: Person): void {
    const known = entity.person ?? person;
    if (isLone(known) && !isLone(person))
      entity.person = { ...person, gender: person.gender ?? known.gender };
    else if (!known.gender && person.gender) entity.person = { ...known, gender: person.gender };
    if (entity.person?.gender === undefined) delete entity.person?.gender;
    this.index(entity, entity.person ?? person);
  }

  private index(entity: Entity, { given, family }: Person): void {
    for (const word of [...given, ...family]) {
      if (word.length < 2) continue;
      const entities = this.byWord.get(word) ?? new Set();
      this.byWord.set(word, entities.add(entity));
    }
  }
}
