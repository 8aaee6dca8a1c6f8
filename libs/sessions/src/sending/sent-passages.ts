import type { AnonymizedText } from '@app/anonymization';
import type { PlacedReplacement } from '../history/find-replacements';
import type { SentPassages, SentReplacement } from '../turn';
import type { ChosenPassage } from './choose-passages';
import { runsOf } from './hide-conversation';

/**
 * Returns what was sent of documents.
 *
 * @param hidden the hidden text of each run of the passages
 * @param count the number of passages that were sent: the first ones
 */
export function sentPassages(
  passages: readonly ChosenPassage[],
  hidden: readonly AnonymizedText[],
  count: number,
): SentPassages[] {
  let left = count;
  return runsOf(passages).flatMap(({ documentId, offset, seams }, i) => {
    const sent = Math.min(left, seams.length - 1);
    left -= sent;
    if (sent === 0) return [];
    const [from, to] = [seams[0]!, seams[sent]!];
    const replaced = replacementsIn(hidden[i]!).flatMap(
      ({ start, end, replacement, ...rest }): SentReplacement[] => {
        if (end <= from || start >= to) return [];
        // A replacement of a value that contains a seam belongs to the part before it, so the part after it has the rest cut.
        const shown = start < from ? '' : replacement;
        return [
          {
            start: offset + Math.max(start, from),
            end: offset + Math.min(end, to),
            replacement: shown,
            ...rest,
          },
        ];
      },
    );
    return [{ documentId, start: offset + from, end: offset + to, replaced }];
  });
}

/** Returns what replaced values in a text. */
export function replacementsIn({ changes, detected, replacements }: AnonymizedText): SentReplacement[] {
  const removed = new Set(
    replacements.filter((known) => known.removed).map(({ replacement }) => replacement),
  );
  return changes.map(({ start, end, replacement }, n) => ({
    start,
    end,
    replacement,
    kind: detected[n]!.type,
    ...(removed.has(replacement) && { removed: true as const }),
  }));
}

/** Returns passages as they were sent, and where the replacements are. @param text of the document, from `start` to `end` */
export function asSent(
  { start, replaced }: Pick<SentPassages, 'start' | 'replaced'>,
  text: string,
): { text: string; replacements: PlacedReplacement[] } {
  let written = '';
  let at = 0;
  const replacements: PlacedReplacement[] = [];
  for (const change of replaced) {
    const [from, to] = [change.start - start, change.end - start];
    written += text.slice(at, from) + change.replacement;
    at = to;
    const end = written.length;
    if (change.replacement !== '')
      replacements.push({
        start: end - change.replacement.length,
        end,
        kind: change.kind,
        ...(!change.removed && { original: text.slice(from, to) }),
      });
  }
  return { text: written + text.slice(at), replacements };
}
