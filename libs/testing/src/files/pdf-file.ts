/** Returns a PDF 1.4 file with one line of text on each page (ISO 32000-1, annex H.3). */
export function pdfFile(pages: readonly string[], trailer = ''): Buffer {
  const pageNumber = (i: number) => 4 + 2 * i;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, i) => `${pageNumber(i)} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((text, i) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${pageNumber(i) + 1} 0 R>>`,
      stream(`BT /F1 12 Tf 50 800 Td (${text}) Tj ET`),
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Returns a PDF file that requires an unknown password. */
export const encryptedPdfFile = (): Buffer => {
  const key = '00'.repeat(32);
  return pdfFile(['secret'], `/Encrypt<</Filter/Standard/V 1/R 2/P -44/O<${key}>/U<${key}>>>/ID[<00><00>]`);
};

const stream = (content: string): string => `<</Length ${content.length}>>stream\n${content}\nendstream`;
