import { shortClock, toJson, toSrt, toText, toVtt, turnsOf } from './written-transcript';

const segments = [
  { start: 0, end: 1.5, text: 'Good morning.' },
  { start: 3661.0006, end: 3662.9996, text: 'a < b & c' },
];
const plain = { segments, names: {} };
const spoken = {
  segments: [
    { start: 0, end: 1, text: 'Good morning.', speaker: 'S1' },
    { start: 1, end: 2, text: 'How are you?', speaker: 'S1' },
    { start: 2, end: 3, text: 'Fine.', speaker: 'S2' },
  ],
  names: { S1: 'Anna > Weber' },
};

it('writes subtitles as SubRip', () => {
  expect(toSrt(plain)).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nGood morning.\n\n2\n01:01:01,001 --> 01:01:03,000\na < b & c\n',
  );
});

it('writes subtitles as WebVTT without interpreting words as tags', () => {
  expect(toVtt(plain)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nGood morning.\n\n01:01:01.001 --> 01:01:03.000\na &lt; b &amp; c\n',
  );
});

it('writes the names of speakers into subtitles, in WebVTT as voices', () => {
  expect(toSrt(spoken)).toContain('\nAnna > Weber: Good morning.\n');
  expect(toVtt(spoken)).toContain('\n<v Anna &gt; Weber>Good morning.\n');
  expect(toVtt(spoken)).toContain('\n<v S2>Fine.\n');
});

it('writes one paragraph for each turn of a speaker as text', () => {
  expect(turnsOf(spoken).map(({ start }) => start)).toEqual([0, 2]);
  expect(toText(spoken)).toBe('Anna > Weber: Good morning. How are you?\n\nS2: Fine.\n');
  expect(toText(plain)).toBe('Good morning. a < b & c\n');
});

it('writes segments, names and the language for programs', () => {
  expect(JSON.parse(toJson({ title: 'Talk', ...spoken, language: 'en', duration: 3 }))).toEqual({
    segments: spoken.segments,
    speaker_names: spoken.names,
    language: 'en',
    duration: 3,
  });
});

it('writes times in a readable format', () => {
  expect([0, 62, 3600].map(shortClock)).toEqual(['0:00', '1:02', '60:00']);
});
