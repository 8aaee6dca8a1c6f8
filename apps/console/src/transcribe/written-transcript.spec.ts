import { shortClock, toSrt, toVtt } from './subtitles';

const segments = [
  { start: 0, end: 1.5, text: 'Good morning.' },
  { start: 3661.0006, end: 3662.9996, text: 'a < b & c' },
];

it('writes subtitles as SubRip', () => {
  expect(toSrt(segments)).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nGood morning.\n\n2\n01:01:01,001 --> 01:01:03,000\na < b & c\n',
  );
});

it('writes subtitles as WebVTT without interpreting words as tags', () => {
  expect(toVtt(segments)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nGood morning.\n\n01:01:01.001 --> 01:01:03.000\na &lt; b &amp; c\n',
  );
});

it('writes times in a readable format', () => {
  expect([0, 62, 3600].map(shortClock)).toEqual(['0:00', '1:02', '60:00']);
});
