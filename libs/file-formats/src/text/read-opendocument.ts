import { UnreadableFile } from '../unreadable';
import { MarkupText, type MarkupRules } from './markup-text';
import { readXml, scanXml } from './read-xml';
import { ZipParts } from './zip-parts';

/** The types of documents, as the part `mimetype` names them. */
type DocumentType = 'text' | 'spreadsheet' | 'presentation';

const MANIFEST = 'META-INF/manifest.xml';
const MAX_SPACES = 1_000;

/** The content of OpenDocument (ISO/IEC 26300-1, 6). Tracked deletions and comments are not text. */
const RULES: MarkupRules = {
  text: ['p', 'h'],
  silent: ['tracked-changes', 'annotation', 'forms', 'scripts', 'automatic-styles'],
  paragraph: ['p', 'h'],
  marks: {
    tab: () => '\t',
    'line-break': () => '\n',
    s: (attributes) => ' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, MAX_SPACES)),
  },
  cell: 'table-cell',
  row: 'table-row',
};

/** Returns a reader of headings, paragraphs, tables, slides, and notes at their references. */
export const readOpenDocument = (type: DocumentType) =>
  async function* (bytes: Buffer): AsyncGenerator<string> {
    const file = await ZipParts.open(bytes);
    if (!file.has('mimetype') || !file.has('content.xml')) throw new UnreadableFile('other_type');
    let mimeType = '';
    for await (const piece of file.read('mimetype')) mimeType += piece;
    if (!isOfType(type, mimeType.trim())) throw new UnreadableFile('other_type');
    await assertNotEncrypted(file);
    yield* readXml(file.read('content.xml'), new MarkupText(RULES));
  };

const isOfType = (type: DocumentType, mimeType: string): boolean =>
  ['', '-template'].some((end) => mimeType === `application/vnd.oasis.opendocument.${type}${end}`);

async function assertNotEncrypted(file: ZipParts): Promise<void> {
  if (!file.has(MANIFEST)) return;
  await scanXml(file.read(MANIFEST), {
    open: (name) => {
      if (name === 'encryption-data') throw new UnreadableFile('encrypted');
      return undefined;
    },
  });
}
