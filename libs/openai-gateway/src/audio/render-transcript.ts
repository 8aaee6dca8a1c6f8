import type { Transcript } from '@app/transcription';
import type { TranscriptFormat } from './read-speech-form';

type Recognized = Pick<Transcript, 'text' | 'segments' | 'seconds'>;

/** Returns a transcript in OpenAI's shape: an object, or plain text for `text`, `srt` and `vtt`. */
export function renderTranscript(
  recognized: Recognized,
  format: TranscriptFormat,
  language: string,
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
      return { task: 'transcribe', language, duration: seconds, text, segments: numbered, usage };
    }
    case 'srt':
      return segments
        .map(({ start, end, text: said }, i) => `${i + 1}\n${times(start, end, ',')}\n${cue(said)}\n`)
        .join('\n');
    case 'vtt':
      return `WEBVTT\n\n${segments.map(({ start, end, text: said }) => `${times(start, end, '.')}\n${cue(said)}\n`).join('\n')}`;
  }
}

const times = (start: number, end: number, point: string): string =>
  `${clock(start, point)} --> ${clock(end, point)}`;

/** Formats seconds as `01:02:03,450`. */
function clock(seconds: number, point: string): string {
  const milliseconds = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const rest = String(milliseconds % 1000).padStart(3, '0');
  const whole = Math.floor(milliseconds / 1000);
  return `${two(whole / 3600)}:${two((whole / 60) % 60)}:${two(whole % 60)}${point}${rest}`;
}

/** Removes blank lines and arrows, which would end or begin a cue (WebVTT, section 4.1). */
const cue = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replaceAll('-->', '->');
