import type { AnonymizedText } from '@app/anonymization';
import type { ChosenPassages } from './choose-passages';

const ALL = 'The user attached these documents. They are complete.';
const SOME =
  'The user attached documents. These are the passages that seem to matter to the request; everything else was left ' +
  'out ("[...]"). Do not claim to have read more than this.';
const GAP = '\n[...]\n';

/**
 * The attached documents as the model reads them; empty where there is nothing to read.
 *
 * @param hidden the text of each of `chosen.passages`, anonymized
 */
export function documentMessage(
  hidden: readonly AnonymizedText[],
  { passages, complete }: ChosenPassages,
): string {
  if (hidden.length === 0) return '';
  let text = complete && hidden.length === passages.length ? ALL : SOME;
  let number = 0;
  hidden.forEach((part, i) => {
    const [passage, previous] = [passages[i]!, passages[i - 1]];
    const isNew = passage.documentId !== previous?.documentId;
    if (isNew) text += `\n\n--- Document ${(number += 1)} ---\n`;
    const follows = isNew ? passage.start === 0 : passage.start === previous.start + previous.text.length;
    text += (follows ? '' : GAP) + part.text;
  });
  return `${text}\n--- End of the documents ---\n\n`;
}
