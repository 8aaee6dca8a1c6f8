import { DETECTION_GENERATION, CHANGES_OF_DETECTION, generationOf } from './generation';
import { ENTITY_TYPES, kindOf, KINDS } from './kinds';

/** The kinds of version 0.2.0, with their labels and generations. Stored data contains them, so no line changes. */
const RELEASED = [
  'Terms TERM 2',
  'Secrets SECRET 2',
  'Cards CARD 2',
  'BankAccounts ACCOUNT 2',
  'IdNumbers ID 2',
  'Emails EMAIL 1',
  'Urls URL 2',
  'Phone PHONE 1',
  'IpAddresses IP 2',
  'Birthdates BIRTHDATE 2',
  'Dates DATE 2',
  'Addresses ADDRESS 2',
  'Plates PLATE 2',
  'References REF 2',
  'Usernames USER 2',
  'Names NAME 1',
  'Organizations ORG 2',
  'Locations LOCATION 2',
];
/** The last generation of version 0.2.0. */
const RELEASED_GENERATION = 8;

const written = ENTITY_TYPES.map((type) => `${type} ${kindOf(type).label} ${kindOf(type).generation}`);

describe('The declared kinds', () => {
  it('keep the names, labels, generations and order of released kinds', () => {
    expect(written.filter((line) => RELEASED.includes(line))).toEqual(RELEASED);
  });

  it('have different labels, as placeholders are written', () => {
    const labels = ENTITY_TYPES.map((type) => kindOf(type).label);
    expect(new Set(labels).size).toBe(labels.length);
    for (const label of labels) expect(label).toMatch(/^[A-Z]{2,16}$/);
  });
});

describe('The generation of detection', () => {
  it('is raised by a new kind, and by a change of detection', () => {
    expect(DETECTION_GENERATION).toBeGreaterThanOrEqual(RELEASED_GENERATION);
    const [kinds, next] = [{ ...KINDS, Shoesizes: { generation: DETECTION_GENERATION + 1 } }, [99]];
    expect(generationOf(kinds, CHANGES_OF_DETECTION)).toBe(DETECTION_GENERATION + 1);
    expect(generationOf(KINDS, next)).toBe(99);
  });

  it('has its own number for each new kind and each change: the next one', () => {
    const added = ENTITY_TYPES.filter((type) => !RELEASED.some((line) => line.startsWith(`${type} `)));
    const numbers = [
      ...added.map((type) => kindOf(type).generation),
      ...CHANGES_OF_DETECTION.filter((number) => number > RELEASED_GENERATION),
    ].toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, i) => RELEASED_GENERATION + 1 + i));
  });
});
