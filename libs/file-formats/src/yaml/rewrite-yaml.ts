import {
  isAlias,
  isCollection,
  isPair,
  isScalar,
  Lexer,
  parseAllDocuments,
  type Document,
  type Scalar,
} from 'yaml';
import type { FormatCode } from '../editing/file-format';
import { applyChanges, splice, type FileText, type Splice } from '../editing/text-editor';
import { decodeWithMark, MARK } from '../text/decode-text';
import { UnreadableFile } from '../unreadable';

/** The text of a comment in one token of the lexer. */
const COMMENT = /^#(.*)$/;

/** Rewrites the scalars and comments of YAML 1.2. Changed scalars are written in double quotes; all other bytes stay. */
export const yamlCode: FormatCode = {
  rewrite(file, editor) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const { text: source, hasMark } = decodeWithMark(file);
    const splices: Splice[] = [];
    const show = (scalar: Scalar, about: Omit<FileText, 'text'>): void => {
      const [start, end] = scalar.range!;
      const text = typeof scalar.value === 'string' ? scalar.value : source.slice(start, end);
      if (text === '') return;
      const changes = editor.edit({ ...about, text });
      if (changes.length === 0) return;
      // A block scalar ends with its line end, which belongs to its range.
      const lineEnd = scalar.type?.startsWith('BLOCK') ? '\n' : '';
      splices.push({ start, end, written: `${JSON.stringify(applyChanges(text, changes))}${lineEnd}` });
    };
    for (const document of documentsOf(source))
      for (const { scalar, ...about } of scalarsOf(document)) show(scalar, about);
    for (const { start, text } of commentsOf(source)) {
      const changes = editor.edit({ part: 'comments', text });
      if (changes.length > 0)
        splices.push({
          start,
          end: start + text.length,
          written: applyChanges(text, changes).replaceAll(/(?<!\s)\s*\n\s*/g, ' '),
        });
    }
    return Promise.resolve(Buffer.from((hasMark ? MARK : '') + splice(source, splices)));
  },

  async *readAgain(file) {
    const source = file.toString('utf8');
    // The source holds names of anchors and tags, which are not rewritten.
    yield { part: 'values', text: source };
    for (const document of documentsOf(source))
      for (const { scalar, part } of scalarsOf(document)) yield { part, text: String(scalar.value) };
  },
};

/** @throws UnreadableFile */
function documentsOf(source: string): Document[] {
  const documents = parseAllDocuments(source, { uniqueKeys: false, logLevel: 'silent' }) as Document[];
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0))
    throw new UnreadableFile('damaged');
  return documents;
}

/** Yields the scalars of a document in its order. */
function* scalarsOf(document: Document): Generator<{ scalar: Scalar } & Omit<FileText, 'text'>> {
  const pending: { node: unknown; about: Omit<FileText, 'text'> }[] = [
    { node: document.contents, about: { part: 'values' } },
  ];
  while (pending.length > 0) {
    const { node, about } = pending.pop()!;
    if (isScalar(node) && node.range) yield { scalar: node, ...about };
    else if (isPair(node)) {
      pending.push({ node: node.value, about: { part: 'values', joins: 'field' } });
      pending.push({ node: node.key, about: { part: 'names' } });
    } else if (isCollection(node))
      for (const item of node.items.toReversed()) pending.push({ node: item, about: { part: 'values' } });
    else if (isAlias(node)) continue;
  }
}

/** Returns the texts of comments. The lexer gives tokens in order, without positions. */
function commentsOf(source: string): { start: number; text: string }[] {
  const comments: { start: number; text: string }[] = [];
  let at = 0;
  for (const token of new Lexer().lex(source)) {
    // Marks of documents and of scalars are control characters that are not in the source.
    if (!source.startsWith(token, at)) continue;
    const [, text] = COMMENT.exec(token) ?? [];
    if (text?.trim()) comments.push({ start: at + 1, text });
    at += token.length;
  }
  return comments;
}
