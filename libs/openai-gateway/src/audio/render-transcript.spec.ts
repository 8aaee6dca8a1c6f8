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
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello there.\n\n01:01:01.250 --> 01:01:02.000\nBye. -> now\n',
    ],
  ] as const)('is rendered as %s', (format, expected) => {
    expect(renderTranscript(RECOGNIZED, format, 'en')).toEqual(expected);
  });

  it('is rendered with its segments as verbose_json', () => {
    expect(renderTranscript(RECOGNIZED, 'verbose_json', 'en')).toMatchObject({
      task: 'transcribe',
      language: 'en',
      duration: 3662.4,
      text: RECOGNIZED.text,
      segments: [{ id: 0, start: 0, end: 1.5 }, { id: 1 }],
    });
  });
});

describe('the form of a recording', () => {
  it('names the language and the format, and reports the fields that are left out', () => {
    const form = { model: 'whisper-1', language: 'de', response_format: 'srt', prompt: 'Hans', mood: 'x' };
    expect(readSpeechForm(form)).toEqual({ language: 'de', format: 'srt', dropped: ['mood'] });
  });

  it.each([
    [{}, 'language'],
    [{ language: 'en', response_format: 'pdf' }, 'response_format'],
    [{ language: 'en', timestamp_granularities: ['word'] }, 'timestamp_granularities'],
    [{ language: 'en', stream: 'true' }, 'stream'],
  ])('is refused as %j', (form, field) => {
    expect(() => readSpeechForm(form)).toThrow(
      expect.objectContaining({ details: { errors: [expect.objectContaining({ field })] } }),
    );
  });
});
