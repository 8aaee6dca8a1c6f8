import type { TextChange, TextEditor } from '../editing/text-editor';
import { joinedBox } from '../pictures/paint';
import type { Quad } from '../pictures/pixels';
import type { KnownValues } from './known-values';
import { squeeze } from './squeezed';
import type { WordInImage } from './text-in-images';

/** Words of a picture that are painted over. */
export interface HiddenWords {
  words: readonly WordInImage[];
  /** What is written over them, if there is room; empty for words that nothing replaces */
  label: string;
}

/** A word as it is shown to the editor: one that is split at the end of a line has two parts. */
interface Token {
  text: string;
  parts: WordInImage[];
}

const SPLIT = /^(.*\p{L})[-\u00ad\u2010]$/u;

/** Returns the lines of words: a word that goes on in the next line of its paragraph is whole. */
export function linesOf(words: readonly WordInImage[]): { paragraph: number; tokens: Token[] }[] {
  const lines: { paragraph: number; line: number; tokens: Token[] }[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last?.line === word.line) last.tokens.push({ text: word.text, parts: [word] });
    else {
      const split = last?.tokens.at(-1);
      const begin = last?.paragraph === word.paragraph ? SPLIT.exec(split!.text)?.[1] : undefined;
      const goesOn = begin !== undefined && /^\p{Ll}/u.test(word.text);
      if (goesOn) {
        split!.text = begin + word.text;
        split!.parts.push(word);
      }
      const tokens = goesOn ? [] : [{ text: word.text, parts: [word] }];
      lines.push({ paragraph: word.paragraph, line: word.line, tokens });
    }
  }
  return lines.filter(({ tokens }) => tokens.length > 0);
}

/** A value that the editor replaced, and where it stands. */
export interface Shown<Place> {
  value: string;
  replacement: string;
  places: Place[];
}

/**
 * Shows lines to the editor. A value that goes on in the next line is one, though the editor changes both lines.
 *
 * @param placesOf the places of the characters from `start` to `end` of a line
 */
export function showLines<Place>(
  editor: TextEditor,
  part: string,
  lines: readonly { text: string; continues: boolean; placesOf: (change: TextChange) => Place[] }[],
): Shown<Place>[] {
  const shown: Shown<Place>[] = [];
  let reachesEnd = false;
  for (const { text, continues, placesOf } of lines) {
    const changes = editor.edit({ part, text, ...(continues && { joins: 'line' }) });
    for (const change of changes) {
      const value = text.slice(change.start, change.end);
      const last = shown.at(-1);
      if (reachesEnd && continues && change.start === 0 && change.replacement === '' && last) {
        last.value += ` ${value}`;
        last.places.push(...placesOf(change));
      } else shown.push({ value, replacement: change.replacement, places: placesOf(change) });
    }
    reachesEnd = changes.at(-1)?.end === text.length;
  }
  return shown;
}

/** Shows the words of a picture to the editor, and returns those that it replaced. */
export function showWords(
  editor: TextEditor,
  part: string,
  words: readonly WordInImage[],
): Shown<WordInImage>[] {
  const lines = linesOf(words);
  return showLines(
    editor,
    part,
    lines.map(({ paragraph, tokens }, i) => ({
      text: tokens.map(({ text }) => text).join(' '),
      continues: i > 0 && lines[i - 1]!.paragraph === paragraph,
      placesOf: ({ start, end }) => {
        let at = 0;
        return tokens.flatMap(({ text, parts }) => {
          const from = at;
          at += text.length + 1;
          return from < end && from + text.length > start ? parts : [];
        });
      },
    })),
  );
}

/** Returns one box for the words of each line. */
export function boxesOfWords(words: readonly WordInImage[]): Quad[] {
  const lines = new Map<number, Quad[]>();
  for (const { line, box } of words) lines.set(line, [...(lines.get(line) ?? []), box]);
  return [...lines.values()].map((boxes) => joinedBox(boxes));
}

/**
 * Returns every further place of known values in a picture, also those that OCR did not read exactly.
 *
 * @param hidden words that are hidden already
 */
export function furtherWords(
  words: readonly WordInImage[],
  values: KnownValues,
  hidden: ReadonlySet<WordInImage> = new Set(),
): HiddenWords[] {
  if (values.isEmpty) return [];
  const tokens = linesOf(words).flatMap(({ tokens }) => tokens);
  const characters: string[] = [];
  const tokenOf: number[] = [];
  for (const [i, { text }] of tokens.entries())
    for (const character of [...text, ' ']) {
      characters.push(character);
      tokenOf.push(i);
    }
  const squeezed = squeeze(characters);
  const done = new Set(hidden);
  return [...values.find(squeezed), ...values.findMisread(squeezed)].flatMap(
    ({ first, last, replacement }): HiddenWords[] => {
      const found = tokens.slice(tokenOf[first], tokenOf[last]! + 1).flatMap(({ parts }) => parts);
      const left = found.filter((word) => !done.has(word));
      for (const word of left) done.add(word);
      const label = left.length === found.length ? (replacement ?? '') : '';
      return left.length === 0 ? [] : [{ words: left, label }];
    },
  );
}
