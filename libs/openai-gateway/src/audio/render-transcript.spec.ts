import { renderTranscript } from './render-transcript';
import { readSpeechForm } from './read-speech-form';

const RECOGNIZED = {
  text: 'Hello there. Bye.',
  segments: [
    { start: 0, end: 1.5, text: 'Hello\n\nthere.' },
    { start: 3661.25, end: 3662, text: 'Bye. --> now' },
  ],
  seconds: 3662.4,
};

const FORM = { language: 'en', units: { segments: true, words: false } };

describe('a transcript', () => {
  it.each([
    ['json', { text: RECOGNIZED.text, usage: { type: 'duration', seconds: 3663 } }],
    ['text', 'Hello there. Bye.\n'],
    [
      'srt',
      '1\n00:00:00,000 --> 00:00:01,500\nHello there.\n\n2\n01:01:01,250 --> 01:01:02,000\nBye. -> now\n',
    ],
    [
      'vtt',
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello there.\n\n01:01:01.250 --> 01:01:02.000\nBye. -&gt; now\n',
    ],
  ] as const)('is rendered as %s', (format, expected) => {
    expect(renderTranscript(RECOGNIZED, { format, ...FORM })).toEqual(expected);
  });

  it('is rendered with its segments as verbose_json', () => {
    expect(renderTranscript(RECOGNIZED, { format: 'verbose_json', ...FORM })).toMatchObject({
      task: 'transcribe',
      language: 'en',
      duration: 3662.4,
      text: RECOGNIZED.text,
      segments: [{ id: 0, start: 0, end: 1.5 }, { id: 1 }],
    });
  });
});

describe('a transcript with words', () => {
  const words = [
    { start: 0, end: 0.7, text: ' Hello' },
    { start: 0.8, end: 1.5, text: ' there.' },
  ];
  const recognized = { ...RECOGNIZED, segments: [{ start: 0, end: 1.5, text: 'Hello there.', words }] };

  it('has them instead of the segments, or beside them', () => {
    const render = (segments: boolean) =>
      renderTranscript(recognized, {
        format: 'verbose_json',
        language: 'en',
        units: { segments, words: true },
      });
    expect(render(false)).toMatchObject({
      words: [
        { word: 'Hello', start: 0, end: 0.7 },
        { word: 'there.', start: 0.8, end: 1.5 },
      ],
    });
    expect(render(false)).not.toHaveProperty('segments');
    expect(render(true)).toMatchObject({ segments: [{ id: 0 }], words: [{}, {}] });
  });
});

describe('a transcript with speakers', () => {
  it('names them by letters', () => {
    const segments = RECOGNIZED.segments.map((segment, i) => ({ ...segment, speaker: `S${i + 1}` }));
    expect(renderTranscript({ ...RECOGNIZED, segments }, { format: 'diarized_json', ...FORM })).toMatchObject(
      {
        task: 'transcribe',
        duration: 3662.4,
        segments: [
          { type: 'transcript.text.segment', id: 'seg_0', speaker: 'A', start: 0 },
          { id: 'seg_1', speaker: 'B' },
        ],
      },
    );
  });
});

describe('the form of a recording', () => {
  it('names the language and the format, and reports the fields that are left out', () => {
    const form = { model: 'whisper-1', language: 'de', response_format: 'srt', prompt: 'Hans', mood: 'x' };
    expect(readSpeechForm(form)).toEqual({
      language: 'de',
      format: 'srt',
      units: { segments: true, words: false },
      dropped: ['mood'],
    });
  });

  it.each([
    [{}, 'language'],
    [{ language: 'en', response_format: 'pdf' }, 'response_format'],
    [{ language: 'en', timestamp_granularities: ['letter'] }, 'timestamp_granularities'],
    [{ language: 'en', timestamp_granularities: ['word'] }, 'timestamp_granularities'],
    [
      { language: 'en', response_format: 'diarized_json', timestamp_granularities: 'word' },
      'timestamp_granularities',
    ],
    [{ language: 'en', stream: 'true' }, 'stream'],
  ])('is refused as %j', (form, field) => {
    expect(() => readSpeechForm(form)).toThrow(
      expect.objectContaining({ details: { errors: [expect.objectContaining({ field })] } }),
    );
  });
});
