import type { JsonObject, JsonValue } from '../src/json';

/** A key, split so that secret scanners do not report this file. */
const SECRET = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0'].join('-');

/** A text with a person, two addresses, a number and a secret. */
export const PLANT =
  `Write to Mrs. Petra Brandstetter, petra@brandstetter.example, Lindenstraße 12, 10969 Berlin, ` +
  `call +49 30 23125 123; the key is ${SECRET}`;
/** The plants that an identifier can contain. */
export const PLANTED_NAMES: readonly string[] = ['Petra_Brandstetter', SECRET];
/** Matches every planted value, which must not be sent. */
export const PLANTED = /brandstetter|lindenstra|23125|23125123|a1B2c3D4/i;

/** A body with a plant in one place, and the path of the place. The body is made when it is asked for. */
export interface Planted {
  place: string;
  body: () => JsonObject;
}

type Path = readonly (string | number)[];

/**
 * Yields variants of a body with the plant in one of its places: instead of a string, after it, as the value and key of
 * another member, and escaped: as JSON, as code, and as JSON in code.
 */
export function* plantedBodies(body: JsonObject): Generator<Planted> {
  for (const [path, value] of placesOf(body, [])) {
    const at = path.join('.');
    if (typeof value === 'string') {
      for (const [how, text] of writings(value))
        yield { place: `${at}: ${how}`, body: () => changed(body, path, text) };
      continue;
    }
    if (Array.isArray(value)) {
      yield { place: `${at}: element`, body: () => changed(body, path, [...value, PLANT]) };
      continue;
    }
    yield {
      place: `${at}: value`,
      body: () => changed(body, path, { ...(value as JsonObject), extra: PLANT }),
    };
    for (const key of [PLANT, ...PLANTED_NAMES])
      yield { place: `${at}: key`, body: () => changed(body, path, { ...(value as JsonObject), [key]: 1 }) };
  }
}

function writings(value: string): [string, string][] {
  const escaped = JSON.stringify({ note: PLANT, [PLANT]: [{ deep: PLANT }] }).replace(
    /[bB](?=randstetter)/g,
    (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
  );
  return [
    ['whole', PLANT],
    ['behind', `${value} ${PLANT}`],
    ['escaped', escaped],
    ['in code', `${value} run({ text: ${JSON.stringify(escaped)} })`],
    ...PLANTED_NAMES.map((name): [string, string] => ['identifier', name]),
  ];
}

/** Yields every string, list and object of a body. */
function* placesOf(value: JsonValue | undefined, path: Path): Generator<[Path, JsonValue]> {
  if (typeof value === 'string') yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inner] of entries) yield* placesOf(inner, [...path, key]);
}

function changed(body: JsonObject, path: Path, value: JsonValue): JsonObject {
  if (path.length === 0) return value as JsonObject;
  const copy = structuredClone(body);
  let holder: Record<string | number, JsonValue | undefined> = copy as JsonObject;
  for (const step of path.slice(0, -1)) holder = holder[step] as JsonObject;
  holder[path.at(-1)!] = value;
  return copy;
}

/** Returns all texts of a body, without escapes. */
export function saidIn(body: JsonValue): string {
  let said = JSON.stringify(body);
  for (let depth = 0; depth < 3; depth += 1)
    said = said.replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return said;
}
