import { cueOfKey } from './find-cues';

describe('the name of a field', () => {
  it.each([
    ['Tracking code', 'reference'],
    ['Referenz-Code', 'reference'],
    ['IBAN code', 'account'],
    ['secret code', 'secret'],
    ['username code', 'username'],
    ['PIN door', 'pin'],
    ['door_code', 'pin'],
    ['Password (safe)', 'secret'],
    ['Kundennummer Tor', 'reference'],
  ])('announces its value in addition to any word for codes and locks: %s', (key, kind) =>
    expect(cueOfKey(key)).toContain(kind),
  );

  it.each(['Code', 'door', 'combination', 'garage'])('announces no value by such a word alone: %s', (key) =>
    expect(cueOfKey(key)).toEqual([]),
  );
});
