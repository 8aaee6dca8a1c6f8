import { csvCode } from './csv/rewrite-csv';
import type { FormatCode } from './editing/file-format';
import { htmlCode } from './html/rewrite-html';
import { jsonCode } from './json/rewrite-json';
import { formatOf, type FormatName } from './formats';
import { mailCode } from './mail/rewrite-mail';
import { msgCode } from './msg/rewrite-msg';
import { jpegCode, pngCode } from './pictures/rewrite-picture';
import { ooxmlCode } from './ooxml/rewrite-ooxml';
import { opendocumentCode } from './opendocument/rewrite-opendocument';
import { plainTextCode } from './plain-text/rewrite-plain-text';
import { rtfCode } from './rtf/rewrite-rtf';
import { xmlCode } from './xml/rewrite-xml-file';
import { yamlCode } from './yaml/rewrite-yaml';
import { zipCode } from './zip/rewrite-zip';

/** PDF files need packages that take a tenth of a second to load, half the start of a process that reads another file. */
const pdfCode: FormatCode = {
  rewrite: async (...given) => (await importPdfCode()).rewrite(...given),
  async *readAgain(...given) {
    yield* (await importPdfCode()).readAgain(...given);
  },
};
const importPdfCode = async (): Promise<FormatCode> => (await import('./pdf/rewrite-pdf.ts')).pdfCode;

/** The code of each format. Only programs that read and write files import it. */
export const FORMAT_CODE: Readonly<Record<FormatName, FormatCode>> = {
  txt: plainTextCode,
  md: plainTextCode,
  csv: csvCode,
  tsv: csvCode,
  html: htmlCode,
  json: jsonCode,
  xml: xmlCode,
  yaml: yamlCode,
  eml: mailCode,
  msg: msgCode,
  zip: zipCode,
  pdf: pdfCode,
  png: pngCode,
  jpeg: jpegCode,
  rtf: rtfCode,
  docx: ooxmlCode('docx'),
  xlsx: ooxmlCode('xlsx'),
  pptx: ooxmlCode('pptx'),
  odt: opendocumentCode('odt'),
  ods: opendocumentCode('ods'),
  odp: opendocumentCode('odp'),
};

/** Leaves a file as it is. */
const unchangedCode: FormatCode = {
  rewrite: (file) => Promise.resolve(file),
  async *readAgain() {
    // Nothing is hidden in it.
  },
};

/** Returns the code that restores a file within a file. It stays as it is if files of its format are not restored. */
export function restoringCodeOf(fileName: string): FormatCode {
  const format = formatOf(fileName);
  const isRestored = format !== undefined && format.restorable !== false && format.name !== 'zip';
  return isRestored ? FORMAT_CODE[format.name] : unchangedCode;
}

/** Returns the code for a file with this name; undefined if its format cannot be written. */
export function codeOf(fileName: string): FormatCode | undefined {
  const format = formatOf(fileName);
  return format && FORMAT_CODE[format.name];
}
