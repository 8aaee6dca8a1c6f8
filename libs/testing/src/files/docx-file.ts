import { zipFile } from './zip-file';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Returns a minimal Word document with the given XML as its body. */
export const docxFile = (
  body: string | Buffer,
  more: Readonly<Record<string, string>> = {},
): Promise<Buffer> =>
  zipFile({
    '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/></Types>`,
    'word/document.xml': body,
    ...more,
  });

/** Returns the XML of a body with one paragraph. */
export const docxBody = (text: string): string =>
  `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
