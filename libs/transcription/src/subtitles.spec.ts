import { subtitles } from './subtitles';

const SEGMENTS = [
  { start: 0, end: 1.5, text: 'Hello\n\nthere.', speaker: 'S1' },
  { start: 3661.25, end: 3662, text: 'Bye. --> now', speaker: 'S2' },
];

describe('a subtitle file', () => {
  it('has the speaker before each text', () => {
    expect(subtitles(SEGMENTS, 'srt')).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nS1: Hello there.\n\n2\n01:01:01,250 --> 01:01:02,000\nS2: Bye. -> now\n',
    );
  });

  it('has the name of a speaker instead, if there is one', () => {
    const [segment] = SEGMENTS;
    expect(subtitles([segment!], 'srt', { S1: 'Anna Weber' })).toContain('\nAnna Weber: Hello there.\n');
    expect(subtitles([segment!], 'vtt', { S1: 'A > B' })).toContain('\n<v A &gt; B>Hello there.\n');
  });

  it('has the words of a speaker as text in WebVTT, never as tags', () => {
    const [segment] = SEGMENTS;
    expect(subtitles([{ ...segment!, text: 'a <b> & c' }], 'vtt')).toContain('<v S1>a &lt;b&gt; &amp; c\n');
  });

  it('has the speaker as a voice in WebVTT', () => {
    expect(subtitles(SEGMENTS, 'vtt')).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n<v S1>Hello there.\n\n01:01:01.250 --> 01:01:02.000\n<v S2>Bye. -&gt; now\n',
    );
  });
});
