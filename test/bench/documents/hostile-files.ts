import { readFileSync } from 'node:fs';
import { docxFile, encryptedPdfFile, pdfFile } from '@app/testing';

const MIB = 1024 ** 2;
const LINE = 'Frau Anna Weber und Herr Karl Schmidt besprechen am Montag den Vertrag mit der Nummer ';

export interface HostileFile {
  name: string;
  content: Buffer;
}

/** Huge files, and files that are designed to be expensive. */
export async function hostileFiles(): Promise<HostileFile[]> {
  return [
    { name: '20 MB of text.txt', content: book(0) },
    { name: '500 pages.pdf', content: pdfFile(Array.from({ length: 500 }, (_, i) => `${LINE}${i}`)) },
    { name: 'zip bomb of 900 MB.docx', content: await docxFile(Buffer.alloc(900 * MIB, ' ')) },
    { name: 'encrypted.pdf', content: encryptedPdfFile() },
    { name: 'program.pdf', content: readFileSync(process.execPath).subarray(0, 20 * MIB) },
    { name: 'eight million arrays.json', content: Buffer.from(`[${'[],'.repeat(8e6)}[]]`) },
  ];
}

/** Returns 20 MB of text. Every line is unique within and across editions, so that cached findings do not apply. */
export function book(edition: number): Buffer {
  const lines = Math.floor((20 * MIB) / (LINE.length + '0/000000.\n'.length));
  let text = '';
  for (let i = 0; i < lines; i += 1) text += `${LINE}${edition}/${i}.\n`;
  return Buffer.from(text);
}
