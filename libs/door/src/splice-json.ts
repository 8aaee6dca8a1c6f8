import type { AnonymizedText } from '@app/anonymization';
import type { JsonPiece } from './json-pieces';
import { encodeJsonString } from './json-string';

/** New text for a stretch of JSON, in JSON's own spelling. */
export interface Patch {
  start: number;
  end: number;
  written: string;
}

/** What must be written to hide the values of one piece: they alone where they can be told, each in its own place. */
export function patchesOf(piece: JsonPiece, hidden: AnonymizedText): Patch[] {
  if (hidden.detected.length === 0) return [];
  const { start, end, text, offsets, kind } = piece;
  const at = (index: number): number => start + (offsets ? (offsets[index] ?? 0) : index);
  const write = (written: string): string => (kind === 'stray' ? written : encodeJsonString(written));
  const found = aligned(text, hidden);
  if (!found) return [{ start, end, written: write(hidden.text) }];
  return found.map(({ from, to, replacement }) => ({
    start: at(from),
    end: at(to),
    written: write(replacement),
  }));
}

interface Replaced {
  from: number;
  to: number;
  replacement: string;
}

/** Which replacement stands for which span: one original may have several, by whom it means. */
function aligned(
  text: string,
  { text: output, detected, replacements }: AnonymizedText,
): Replaced[] | undefined {
  const byOriginal = new Map<string, string[]>();
  for (const { original, replacement } of replacements)
    byOriginal.set(original, [...(byOriginal.get(original) ?? []), replacement]);
  const found: Replaced[] = [];
  let position = detected[0]?.start ?? 0;
  for (const [i, { start, end }] of detected.entries()) {
    const original = text.slice(start, end);
    const kept = text.slice(end, detected[i + 1]?.start ?? text.length);
    const [replacement] = (byOriginal.get(original) ?? [])
      .filter((one) => output.startsWith(one + kept, position))
      .sort((one, other) => other.length - one.length);
    if (replacement === undefined) return undefined;
    found.push({ from: start, to: end, replacement });
    position += replacement.length + kept.length;
  }
  return position === output.length ? found : undefined;
}

/** The text with its patches, which are in order and apart from each other; all else to the byte. */
export function spliced(text: string, patches: readonly Patch[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, written } of patches) {
    pieces.push(text.slice(from, start), written);
    from = end;
  }
  return pieces.join('') + text.slice(from);
}
