import type { Segment } from './transcriber';

/**
 * Returns segments as a subtitle file: SubRip or WebVTT. The speaker is before the text, in WebVTT as a voice (section
 * 4.2.2).
 *
 * @param names the names of speakers; others are `S1`, `S2` ...
 */
export function subtitles(
  segments: readonly Segment[],
  format: 'srt' | 'vtt',
  names: Readonly<Record<string, string>> = {},
): string {
  const speakerOf = ({ speaker }: Segment) => speaker && (names[speaker] ?? speaker);
  if (format === 'vtt')
    return `WEBVTT\n\n${segments
      .map((segment) => {
        const speaker = speakerOf(segment);
        return `${times(segment, '.')}\n${speaker ? `<v ${escaped(speaker)}>` : ''}${escaped(cue(segment))}\n`;
      })
      .join('\n')}`;
  return segments
    .map((segment, i) => {
      const speaker = speakerOf(segment);
      return `${i + 1}\n${times(segment, ',')}\n${speaker ? `${speaker}: ` : ''}${cue(segment)}\n`;
    })
    .join('\n');
}

/** Escapes text, because WebVTT interprets tags and character references (section 4.2.2). */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const times = ({ start, end }: Segment, point: string): string =>
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
const cue = ({ text }: Segment): string => text.replace(/(?<!\s)\s*\n\s*/g, ' ').replaceAll('-->', '->');
