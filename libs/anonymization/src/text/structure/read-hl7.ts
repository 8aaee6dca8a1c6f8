import { type Field, fieldAt, type Line } from './field';

/** The names of a field's components, in order; `undefined` for one that names nothing. */
type Components = readonly (string | undefined)[];

/** Data types of HL7 v2. */
const PERSON = ['last name', 'first name', 'middle name'];
const PROVIDER = ['provider id', ...PERSON];
/** An address is one value with all its components. */
const ADDRESS = 'address';
const PHONE = ['phone', undefined, undefined, 'email'];
const ID = ['patient id'];
const BIRTHDATE = ['birthdate'];
const SSN = ['ssn'];

type Positions = Readonly<Record<number, Components | typeof ADDRESS>>;

/** The fields that identify people, by segment and position. */
const SEGMENTS: Readonly<Record<string, Positions>> = {
  PID: {
    2: ID,
    3: ID,
    4: ID,
    5: PERSON,
    6: PERSON,
    7: BIRTHDATE,
    9: PERSON,
    11: ADDRESS,
    13: PHONE,
    14: PHONE,
    18: ID,
    19: SSN,
    20: ['driver license'],
  },
  NK1: { 2: PERSON, 4: ADDRESS, 5: PHONE, 6: PHONE, 16: BIRTHDATE },
  GT1: { 3: PERSON, 5: ADDRESS, 6: PHONE, 7: PHONE, 8: BIRTHDATE, 12: SSN },
  IN1: { 16: PERSON, 18: BIRTHDATE, 19: ADDRESS, 36: ['policy number'] },
  MRG: { 1: ID, 7: PERSON },
  PV1: { 7: PROVIDER, 8: PROVIDER, 9: PROVIDER, 17: PROVIDER },
  ORC: { 10: PROVIDER, 11: PROVIDER, 12: PROVIDER },
  OBR: { 16: PROVIDER },
};
const SEGMENT = /^[A-Z][A-Z0-9]{2}(?=\|)/;
const LONGEST_SEGMENT = 20_000;

/** Returns the fields of the segments of HL7 v2 messages that identify people: `PID|1||4711||Price^Paul`. */
export function readHl7(text: string, lines: readonly Line[]): Field[] {
  return lines.flatMap((line) => {
    const fields = SEGMENTS[SEGMENT.exec(line.text)?.[0] ?? ''];
    return fields && line.text.length <= LONGEST_SEGMENT ? readSegment(text, line, fields) : [];
  });
}

function readSegment(text: string, { text: line, start }: Line, fields: Positions): Field[] {
  const found: Field[] = [];
  for (const [position, field] of piecesOf(line, '|', start).entries()) {
    const names = fields[position];
    if (!names) continue;
    for (const repetition of piecesOf(field.text, '~', field.start)) {
      if (names === ADDRESS) found.push(...named(text, ADDRESS, repetition));
      else
        for (const [at, component] of piecesOf(repetition.text, '^', repetition.start).entries())
          found.push(...named(text, names[at], component));
    }
  }
  return found;
}

/** Returns a component under its name, without the parts behind it: "van Dyk&van&Dyk". */
function named(text: string, name: string | undefined, { text: written, start }: Line): Field[] {
  if (name === undefined) return [];
  const end = start + (written.split('&', 1)[0]?.length ?? 0);
  return fieldAt(text, { path: [name], start, end, siblings: [] });
}

function piecesOf(text: string, sign: string, start: number): Line[] {
  let at = start;
  return text.split(sign).map((piece) => {
    const line = { text: piece, start: at };
    at += piece.length + 1;
    return line;
  });
}
