import type { AnonymizedText, EntityType } from '@app/anonymization';
import type { Excerpt } from '@app/documents';
import type { PlacedReplacement } from '../history/find-replacements';
import type { ChosenPassage } from './choose-passages';
import { runsOf } from './passage-runs';

/** What replaced a value in a document that was sent. Offsets are those of the document's text, in UTF-16 code units. */
export interface SentReplacement {
  start: number;
  end: number;
  replacement: string;
  kind: EntityType;
  /** Whether the policy removed the value */
  removed?: true;
}

/**
 * Consecutive passages of a document that were sent, without their text: it is read from the document, and so is deleted with
 * it. The replacements make it what was sent, whatever the table of the chat became later.
 */
export interface SentPassages extends Excerpt {
  replaced: SentReplacement[];
}

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
