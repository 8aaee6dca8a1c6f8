/** The accepted file types, by file extension (contract: Upload). */
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

/** Returns the type that a file's extension indicates; undefined if it is not accepted. */
export function documentKindOf(fileName: string): DocumentKind | undefined {
  const end = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return DOCUMENT_KINDS.find((kind) => kind === end);
}
