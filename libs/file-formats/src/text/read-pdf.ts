import { contentOf, LETTERS_BESIDES, resolution, type PageContent } from '../pdf/read-pages';
import { Pdfium } from '../pdf/pdfium';
import { UnreadableFile } from '../unreadable';
import type { Reading } from './reading';

/** PDF readers accept some bytes before the signature (ISO 32000-1, annex H). */
const SIGNATURE_WITHIN = 1024;

/** Yields the text of a PDF, page by page. OCR reads pages without a text. */
export async function* readPdf(bytes: Buffer, reading: Reading): AsyncGenerator<string> {
  if (!bytes.subarray(0, SIGNATURE_WITHIN).includes('%PDF-')) throw new UnreadableFile('other_type');
  const document = (await Pdfium.start()).open(bytes);
  if (document.pageCount === 0) throw new UnreadableFile('damaged');
  let hasUnreadScan = false;
  let hasText = false;
  for (let number = 0; number < document.pageCount; number += 1) {
    document.withPage(number, (page) => page.flatten());
    const content = document.withPage(number, contentOf);
    const isScan = isUnread(content);
    const scan =
      isScan && reading.ocr
        ? document.withPage(number, (page) => {
            const { width, height } = resolution(page);
            return page.render(width, height);
          })
        : undefined;
    const text = scan && (await reading.textOf(scan));
    hasUnreadScan ||= scan !== undefined && text === undefined;
    const shown = text ?? content.lines.map((line) => line.text).join('\n');
    hasText ||= shown !== '';
    yield `${shown}\n\n`;
  }
  if (hasUnreadScan && !hasText) throw new UnreadableFile('pictures_unreadable');
}

/** Returns whether a page is a picture without a text layer. */
const isUnread = ({ isScan, isEmpty, glyphs }: PageContent & { isEmpty: boolean }): boolean =>
  isScan && !isEmpty && glyphs.filter(({ text }) => text.trim() !== '').length < LETTERS_BESIDES;
