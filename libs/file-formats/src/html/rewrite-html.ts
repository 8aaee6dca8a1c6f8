import { decodeHTML } from 'entities';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { EditOptions, FormatCode } from '../editing/file-format';
import { applyChanges, editPieces, splice, type Splice, type TextEditor } from '../editing/text-editor';
import { decodeText } from '../text/decode-text';
import { UnreadableFile } from '../unreadable';

/** Elements that do not end a paragraph (WHATWG HTML, phrasing content with text). */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Elements with a text that is not HTML. */
const RAW = new Set(['script', 'style', 'xmp', 'noembed', 'noframes', 'plaintext']);
const PICTURE = /^\s*data:/i;
const PICTURE_ANYWHERE = /data:(?:image|application|video|audio)\//i;

/** Rewrites a page: only changed texts and attributes are written differently, in UTF-8. */
export const htmlCode: FormatCode = {
  rewrite(file, editor, options) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const source = withoutCharset(decodeText(file));
    const page = new Page(source, editor, options);
    page.read(parse(source, { sourceCodeLocationInfo: true }));
    const written = splice(source, page.splices);
    // Pictures in styles and in lists of sources are not left out.
    if (PICTURE_ANYWHERE.test(written)) throw new UnreadableFile('pictures');
    return Promise.resolve(Buffer.from(written));
  },

  async *readAgain(file) {
    const source = file.toString('utf8');
    yield { part: 'code', text: source };
    // Scripts, comments and hidden pages contain encoded texts, which are not decoded for the editor.
    const decoded = decodeHTML(
      source.replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    );
    yield { part: 'code', text: decoded };
    yield { part: 'code', text: decodeHTML(decoded) };
    // Without tags, so that a value in differently formatted pieces is found, too.
    const { fragments } = new Texts(parse(source));
    yield { part: 'text', text: fragments.join('') };
    yield { part: 'text', text: fragments.join('\n') };
    for (const text of fragments)
      if (text.includes('%')) yield { part: 'attributes', text: percentDecoded(text) };
  },
};

/** A paragraph that is read: its text nodes in order. */
type Run = { raw: string; text: string; start: number; end: number };

class Page {
  readonly splices: Splice[] = [];
  private paragraph: Run[] = [];

  constructor(
    private readonly source: string,
    private readonly editor: TextEditor,
    private readonly options: EditOptions,
  ) {}

  read(document: Tree.Document): void {
    this.visit(document);
    this.endParagraph();
  }

  /** Visits the tree with its own stack, because a page may nest elements a million times. */
  private visit(root: Tree.Node): void {
    const pending: ({ node: Tree.Node } | { end: string })[] = [{ node: root }];
    while (pending.length > 0) {
      const next = pending.pop()!;
      if ('end' in next) {
        if (!INLINE.has(next.end)) this.endParagraph();
        continue;
      }
      const { node } = next;
      if (node.nodeName === '#text') this.readText(node as Tree.TextNode);
      else if (node.nodeName === '#comment') this.readComment(node as Tree.CommentNode);
      if ('tagName' in node) {
        if (!INLINE.has(node.tagName)) this.endParagraph();
        this.readAttributes(node);
        pending.push({ end: node.tagName });
      }
      const children =
        'content' in node ? [node.content, ...node.childNodes] : 'childNodes' in node ? node.childNodes : [];
      for (const child of children.toReversed()) pending.push({ node: child });
    }
  }

  private readText({ value, parentNode, sourceCodeLocation }: Tree.TextNode): void {
    // Without a location, the parser moved it together with text that has one.
    if (!sourceCodeLocation) return;
    const { startOffset: start, endOffset: end } = sourceCodeLocation;
    const run = { raw: this.source.slice(start, end), text: value, start, end };
    if (!parentNode || !('tagName' in parentNode) || !RAW.has(parentNode.tagName)) {
      this.paragraph.push(run);
      return;
    }
    const changes = this.editor.edit({ part: 'code', text: value });
    if (changes.length > 0) this.splices.push({ start, end, written: applyChanges(value, changes) });
  }

  private endParagraph(): void {
    const runs = this.paragraph;
    this.paragraph = [];
    const texts = runs.map(({ text }) => text);
    if (texts.join('').trim() === '') return;
    for (const [i, written] of editPieces(this.editor, texts, { part: 'text' }).entries()) {
      const { text, start, end } = runs[i]!;
      if (written !== text) this.splices.push({ start, end, written: escaped(written) });
    }
  }

  private readComment({ data, sourceCodeLocation }: Tree.CommentNode): void {
    if (!sourceCodeLocation || data.trim() === '') return;
    const changes = this.editor.edit({ part: 'comments', text: data });
    if (changes.length === 0) return;
    const { startOffset: start, endOffset: end } = sourceCodeLocation;
    this.splices.push({
      start,
      end,
      written: `<!--${applyChanges(data, changes).replaceAll('--', '- -')}-->`,
    });
  }

  private readAttributes({ attrs, sourceCodeLocation }: Tree.Element): void {
    for (const { name, value, prefix } of attrs) {
      const written = prefix ? `${prefix}:${name}` : name;
      const at = sourceCodeLocation?.attrs?.[written] ?? sourceCodeLocation?.attrs?.[written.toLowerCase()];
      if (!at || value.trim() === '') continue;
      const replaced = PICTURE.test(value) ? this.withoutPicture() : this.edited(value);
      if (replaced !== undefined)
        this.splices.push({
          start: at.startOffset,
          end: at.endOffset,
          written: `${written}="${escaped(replaced).replaceAll('"', '&quot;')}"`,
        });
    }
  }

  /** @throws UnreadableFile unless pictures may be left out */
  private withoutPicture(): string {
    if (!this.options.drop.has('pictures')) throw new UnreadableFile('pictures');
    this.editor.drop('pictures');
    return '';
  }

  private edited(value: string): string | undefined {
    const isEncoded = value.includes('%');
    const text = isEncoded ? percentDecoded(value) : value;
    const changes = this.editor.edit({ part: 'attributes', text });
    if (changes.length === 0) return undefined;
    const written = applyChanges(text, changes);
    return isEncoded ? encodeURI(written) : written;
  }
}

/** The texts and attributes of a page, in its order. */
class Texts {
  readonly fragments: string[] = [];

  constructor(document: Tree.Document) {
    const pending: Tree.Node[] = [document];
    while (pending.length > 0) {
      const node = pending.pop()!;
      if (node.nodeName === '#text') this.fragments.push((node as Tree.TextNode).value);
      if ('attrs' in node) this.fragments.push(...node.attrs.map(({ value }) => value));
      const children =
        'content' in node ? [node.content, ...node.childNodes] : 'childNodes' in node ? node.childNodes : [];
      for (const child of children.toReversed()) pending.push(child);
    }
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Decodes percent-encoding where it is valid UTF-8. */
const percentDecoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded; // Another encoding, which the check reads as it stands.
    }
  });

/** The written page is UTF-8, whatever it declared before. */
const withoutCharset = (source: string): string =>
  source
    .replace(/(<meta\s+charset\s*=\s*["']?)[\w-]+/i, '$1utf-8')
    .replace(/(;\s*charset\s*=\s*)[\w-]+(?=["'])/i, '$1utf-8');
