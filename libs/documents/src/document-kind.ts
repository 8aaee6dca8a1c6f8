/** The files that are accepted, by the end of their name (contract: Upload). */
export const DOCUMENT_KINDS = [
  'txt',
  'md',
  'csv',
  'json',
  'html',
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'rtf',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What a file says it is, by the end of its name; undefined where it is nothing that is accepted. */
export function kindOf(fileName: string): DocumentKind | undefined {
  const end = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return DOCUMENT_KINDS.find((kind) => kind === end);
}
