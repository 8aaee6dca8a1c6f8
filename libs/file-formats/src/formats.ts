import { csv, tsv } from './csv/csv.format';
import type { FileFormat } from './editing/file-format';
import { html } from './html/html.format';
import { json } from './json/json.format';
import { eml } from './mail/mail.format';
import { msg } from './msg/msg.format';
import { pdf } from './pdf/pdf.format';
import { jpeg, png } from './pictures/pictures.format';
import { docx } from './ooxml/docx.format';
import { pptx } from './ooxml/pptx.format';
import { xlsx } from './ooxml/xlsx.format';
import { odp, ods, odt } from './opendocument/opendocument.format';
import { markdown, plainText } from './plain-text/plain-text.format';
import { rtf } from './rtf/rtf.format';
import { xml } from './xml/xml.format';
import { yaml } from './yaml/yaml.format';
import { zip } from './zip/zip.format';

const ALL = [
  plainText,
  markdown,
  csv,
  tsv,
  html,
  json,
  xml,
  yaml,
  eml,
  msg,
  zip,
  pdf,
  png,
  jpeg,
  rtf,
  docx,
  xlsx,
  pptx,
  odt,
  ods,
  odp,
] as const;

export type FormatName = (typeof ALL)[number]['name'];

/** The formats that come back as the same file, in the order in which they are listed for users. */
export const FORMATS: readonly (FileFormat & { name: FormatName })[] = ALL;

/** Returns the format that a file's extension indicates. */
export function formatOf(fileName: string): (FileFormat & { name: FormatName }) | undefined {
  const end = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return FORMATS.find(({ extensions }) => end !== undefined && extensions.includes(end));
}
