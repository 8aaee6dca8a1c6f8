import { docxOf } from '../ui/docx';
import { shortClock, turnsOf, type ShownTranscript } from './written-transcript';

/** Returns the transcript for word processors: a paragraph for each turn, with its time and speaker. */
export const toDocx = (shown: ShownTranscript, language: string): Promise<Blob> =>
  docxOf({
    title: shown.title,
    language: shown.language ?? language,
    blocks: turnsOf(shown).map(({ start, speaker, text }) => ({
      type: 'paragraph',
      line: [
        { text: `${shortClock(start)}  `, faint: true },
        ...(speaker ? [{ text: `${speaker}: `, bold: true }] : []),
        { text },
      ],
    })),
  });
