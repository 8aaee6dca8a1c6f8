import { contains } from './hidden-speech';

describe('a text that is recognized again', () => {
  it.each([
    ['and brandstetter said', ['Wilhelmine Brandstetter'], true],
    ['Write to 0 3 0 9 0', ['030 90'], true],
    ['A. is here', ['A. Li'], false],
    ['nothing of it', ['Wilhelmine Brandstetter'], false],
    ['MÜLLER!', ['Mu\u0308ller'], true],
    ['', ['Ann'], false],
  ])('%j with %j contains a value: %s', (text, values, expected) => {
    expect(contains(text, values)).toBe(expected);
  });
});
