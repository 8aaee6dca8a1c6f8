import { subtitles, type Segment, type Transcript } from '@app/transcription';
import type { SpeechForm } from './read-speech-form';

type Recognized = Pick<Transcript, 'text' | 'segments' | 'seconds'>;

/** Returns a transcript in OpenAI's shape: an object, or plain text for `text`, `srt` and `vtt`. */
export function renderTranscript(
  recognized: Recognized,
  { format, units, language }: Omit<SpeechForm, 'dropped'>,
): object | string {
  const { text, segments, seconds } = recognized;
  const usage = { type: 'duration', seconds: Math.ceil(seconds) };
  switch (format) {
    case 'json':
      return { text, usage };
    case 'text':
      return `${text}\n`;
    case 'verbose_json': {
      const numbered = segments.map(({ start, end, text: said }, id) => ({ id, start, end, text: said }));
      return {
        task: 'transcribe',
        language,
        duration: seconds,
        text,
        ...(units.segments && { segments: numbered }),
        ...(units.words && { words: segments.flatMap(({ words = [] }) => words.map(wordOf)) }),
        usage,
      };
    }
    case 'diarized_json':
      return { task: 'transcribe', duration: seconds, text, segments: segments.map(diarized), usage };
    case 'srt':
    case 'vtt':
      return subtitles(segments, format);
  }
}

const wordOf = ({ start, end, text }: Segment) => ({ word: text.trim(), start, end });

const diarized = ({ start, end, text, speaker = 'S1' }: Segment, i: number) => ({
  type: 'transcript.text.segment',
  id: `seg_${i}`,
  start,
  end,
  text,
  speaker: letterOf(speaker),
});

/** Returns OpenAI's name of a speaker: `A` for `S1`. */
const letterOf = (speaker: string): string => String.fromCodePoint(64 + Number(speaker.slice(1)));
