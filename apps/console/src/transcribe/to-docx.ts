import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';
import { shortClock, turnsOf, type ShownTranscript } from './written-transcript';

const GRAY = '666666';
const MAKER = 'privacy-chat';

/** XML has no control characters. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

/** Returns the transcript as a document of Word: a paragraph for each turn, with its time and speaker. */
export const toDocx = (shown: ShownTranscript): Promise<Blob> =>
  Packer.toBlob(
    new Document({
      title: shown.title,
      creator: MAKER,
      lastModifiedBy: MAKER,
      sections: [
        {
          children: [
            new Paragraph({ text: shown.title, heading: HeadingLevel.HEADING_1 }),
            ...turnsOf(shown).map(
              ({ start, speaker, text }) =>
                new Paragraph({
                  spacing: { before: 120 },
                  children: [
                    new TextRun({ text: `${shortClock(start)}  `, color: GRAY }),
                    ...(speaker ? [new TextRun({ text: `${speaker}: `, bold: true })] : []),
                    new TextRun(printable(text)),
                  ],
                }),
            ),
          ],
        },
      ],
    }),
  );
