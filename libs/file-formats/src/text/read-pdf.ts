import { getDocumentProxy } from 'unpdf';
import { UnreadableFile } from '../unreadable';

/** PDF readers accept some bytes before the signature (ISO 32000-1, annex H). */
const SIGNATURE_WITHIN = 1024;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Yields the text of a PDF, page by page. */
export async function* readPdf(bytes: Buffer): AsyncGenerator<string> {
  if (!bytes.subarray(0, SIGNATURE_WITHIN).includes('%PDF-')) throw new UnreadableFile('other_type');
  const pdf = await open(bytes);
  for (let number = 1; number <= pdf.numPages; number += 1) yield await readPage(pdf, number);
}

async function open(bytes: Buffer): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      useSystemFonts: false,
      stopAtErrors: true,
      verbosity: 0,
    });
  } catch (cause) {
    const encrypted = cause instanceof Error && cause.name === 'PasswordException';
    throw new UnreadableFile(encrypted ? 'encrypted' : 'damaged', { cause });
  }
}

async function readPage(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    return `${text}\n\n`;
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
}
