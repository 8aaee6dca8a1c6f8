/** A part of what is said, with times in seconds. */
export interface Spoken {
  start: number;
  end: number;
  text: string;
  /** The id of the speaker; absent if speakers are not told apart. */
  speaker?: string | undefined;
  overlap?: boolean | undefined;
}

export interface Segment extends Spoken {
  words?: readonly Spoken[] | undefined;
}

/** A transcript as the user sees it. */
export interface ShownTranscript {
  /** The title of documents. */
  title: string;
  segments: readonly Segment[];
  /** The name of each speaker, by id. */
  names: Readonly<Record<string, string>>;
  language?: string | undefined;
  duration?: number | undefined;
}

type Shown = Pick<ShownTranscript, 'segments' | 'names'>;

/** What one speaker says until another one speaks. */
export interface Turn {
  start: number;
  /** The name of the speaker. */
  speaker?: string | undefined;
  text: string;
}

/** Returns the turns of the speakers. Without speakers, all is one turn. */
export function turnsOf({ segments, names }: Shown): Turn[] {
  const turns: (Turn & { id: string | undefined })[] = [];
  for (const { start, text, speaker: id } of segments) {
    const last = turns.at(-1);
    if (last && last.id === id) last.text += ` ${text}`;
    else turns.push({ id, start, text, ...(id !== undefined && { speaker: names[id] ?? id }) });
  }
  return turns.map(({ id: _id, ...turn }) => turn);
}

/** Returns the transcript as text, with a paragraph for each turn. */
export const toText = (shown: Shown): string =>
  `${turnsOf(shown)
    .map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text))
    .join('\n\n')}\n`;

/** Returns the transcript as subtitles (SubRip). */
export const toSrt = ({ segments, names }: Shown): string =>
  segments
    .map(
      ({ start, end, text, speaker }, index) =>
        `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${speaker ? `${names[speaker] ?? speaker}: ` : ''}${text}\n`,
    )
    .join('\n');

/** Returns the transcript as subtitles (WebVTT), in which each speaker is a voice. */
export const toVtt = ({ segments, names }: Shown): string =>
  [
    'WEBVTT\n',
    ...segments.map(
      ({ start, end, text, speaker }) =>
        `${clock(start, '.')} --> ${clock(end, '.')}\n${speaker ? `<v ${cue(names[speaker] ?? speaker)}>` : ''}${cue(text)}\n`,
    ),
  ].join('\n');

/** Returns the transcript for programs, with the fields of the service. */
export const toJson = ({ title: _title, names, ...shown }: ShownTranscript): string =>
  `${JSON.stringify({ ...shown, ...(Object.keys(names).length > 0 && { speaker_names: names }) }, undefined, 2)}\n`;

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
