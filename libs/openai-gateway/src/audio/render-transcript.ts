import { subtitles, type Transcript } from '@app/transcription';
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
    case 'vtt':
      return subtitles(segments, format);
  }
}
