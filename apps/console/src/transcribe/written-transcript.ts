/** A segment of speech, with times in seconds. */
export interface Segment {
  start: number;
  end: number;
  text: string;
}

/** Returns the subtitles as SubRip. */
export const toSrt = (segments: readonly Segment[]): string =>
  segments
    .map(
      ({ start, end, text }, index) => `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n`,
    )
    .join('\n');

/** Returns the subtitles as WebVTT. */
export const toVtt = (segments: readonly Segment[]): string =>
  [
    'WEBVTT\n',
    ...segments.map(({ start, end, text }) => `${clock(start, '.')} --> ${clock(end, '.')}\n${cue(text)}\n`),
  ].join('\n');

/** Formats `00:01:02,345`. */
function clock(seconds: number, separator: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${separator}${String(ms % 1000).padStart(3, '0')}`;
}

/** Escapes text, because WebVTT interprets tags and character references. */
const cue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Formats `1:02`. */
export const shortClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
