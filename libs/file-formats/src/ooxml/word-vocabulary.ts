import { asIdentifier, Names, type ShownTexts } from '../office/shown-texts';
import type { Edit, Vocabulary } from '../office/xml-rewriter';
import { UnreadableFile } from '../unreadable';
import { drawingVocabulary } from './drawing-vocabulary';

/** What the parts of one Word document share. */
export interface WordNames {
  bookmarks: Names;
  /** The names of styles that people made. A style with a changed name gets a new id */
  styles: Names;
  styleIds: Map<string, string>;
}

export const wordNames = (texts: ShownTexts): WordNames => ({
  bookmarks: new Names((name) => texts.edit('bookmarks', name), asIdentifier, 40),
  styles: new Names(
    (name) => texts.edit('styles', name),
    (name) => name.replaceAll(/[,;\\{}]/g, ' '),
    253,
  ),
  styleIds: new Map(),
});

/** Tracked changes. The words before and after one are two texts, and no replacement may move from one to the other. */
const TRACKED: ReadonlySet<string> = new Set(['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo']);

/** A field code that refers to a bookmark (ECMA-376, part 1, 17.16). */
const BOOKMARK =
  /^(\s*(?:REF|PAGEREF|NOTEREF|GOTOBUTTON|ASK|SET|HYPERLINK\s+\\l)\s+)(?:"([^"]+)"|([^\s"\\]+))/i;

/** WordprocessingML (ECMA-376, part 1, 17). */
export function wordVocabulary(texts: ShownTexts, part: string, names: WordNames): Vocabulary {
  const drawing = drawingVocabulary(texts, part);
  const author: Edit = (name) => texts.author(name);
  const bookmark: Edit = (name) => (name.startsWith('_') ? name : names.bookmarks.of(name));
  const styleId: Edit = (id) => names.styleIds.get(id) ?? id;
  const code: Edit = (value) => editFieldCode(value, part, texts, bookmark);
  const words: Edit = (value) => (/\p{L}/u.test(value) ? texts.edit(part, value) : value);
  return {
    elements: {
      ...drawing.elements,
      'w:p': { isText: true },
      'w:t': { isRun: true },
      'w:delText': { isRun: true },
      'm:t': { isRun: true },
      'w:instrText': { isCode: true },
      'w:delInstrText': { isCode: true },
      'w:fldChar': { endsCode: true },
      // Tab stops have attributes, tabs have none.
      'w:tab': { mark: ({ size }) => (size === 0 ? '\t' : undefined) },
      'w:ptab': { mark: () => '\t' },
      'w:br': { mark: () => '\n' },
      'w:cr': { mark: () => '\n' },
      'w:noBreakHyphen': { mark: () => '-' },
      'w:softHyphen': { mark: () => '\u00ad' },
      'w:tr': { isRow: true },
      'w:tc': { isCell: true },
      'w:attachedTemplate': { isRemoved: true, part: 'templates' },
      'w:mailMerge': { isRemoved: true, part: 'mail_merge' },
      'w:printerSettings': { isRemoved: true, part: 'printer_settings' },
      'w:saveThroughXslt': { isRemoved: true },
    },
    attributes: {
      ...drawing.attributes,
      '@w:author': author,
      '@ext:author': author,
      'w:permStart@w:ed': author,
      'w:bookmarkStart@w:name': bookmark,
      '@w:anchor': bookmark,
      '@w:instr': code,
      '@w:tooltip': 'text',
      '@w:docLocation': 'text',
      '@w:tgtFrame': 'text',
      '@w:displayText': 'text',
      'w:alias@w:val': 'text',
      'w:tag@w:val': 'text',
      'w:docVar@w:val': 'text',
      'w:docVar@w:name': 'text',
      'w:listItem@w:value': 'text',
      'w:listEntry@w:val': 'text',
      'w:statusText@w:val': 'text',
      'w:helpText@w:val': 'text',
      'w:default@w:val': words,
      'w:lvlText@w:val': words,
      'w:docPart@w:val': 'text',
      'w:description@w:val': 'text',
      'w:aliases@w:val': 'text',
      'w:tblCaption@w:val': 'text',
      'w:tblDescription@w:val': 'text',
      'w:attr@w:val': 'text',
      'w:attr@w:name': 'text',
      'w:smartTag@w:element': 'text',
      'w:customXml@w:element': 'text',
      'w:name@w:val': (name) =>
        part === 'styles' ? (names.styles.changed(name) ?? name) : texts.edit(part, name),
      'w:style@w:styleId': styleId,
      'w:pStyle@w:val': styleId,
      'w:rStyle@w:val': styleId,
      'w:tblStyle@w:val': styleId,
      'w:basedOn@w:val': styleId,
      'w:next@w:val': styleId,
      'w:link@w:val': styleId,
      'w:styleLink@w:val': styleId,
      'w:numStyleLink@w:val': styleId,
      'w:clickAndTypeStyle@w:val': styleId,
      'w:defaultTableStyle@w:val': styleId,
      'w:lsdException@w:name': 'markup',
      'w:font@w:name': 'markup',
      'w:altName@w:val': 'markup',
      'w:writeProtection@w:val': 'markup',
      '@w:ascii': 'markup',
      '@w:hAnsi': 'markup',
      '@w:cs': 'markup',
      '@w:eastAsia': 'markup',
      '@w:hint': 'markup',
      'w:dataBinding@w:xpath': 'markup',
      '@w:prefixMappings': 'markup',
      '@w:hash': 'markup',
      '@w:salt': 'markup',
      '@w:hashValue': 'markup',
      '@w:saltValue': 'markup',
      'm:mathFont@m:val': 'markup',
      'w:sym@w:font': 'markup',
      'w:font@w:font': 'markup',
    },
    editCode: (value) => code(value, NO_ELEMENT)!,
    observed: TRACKED,
    opened: () => {
      if (!texts.isRestoring) throw new UnreadableFile('tracked_changes');
    },
  };
}

const NO_ELEMENT = { name: '', attributes: new Map<string, string>() };

/** Edits a field code as a text, except for the bookmark that it names: that follows the bookmark's own name. */
function editFieldCode(code: string, part: string, texts: ShownTexts, bookmark: Edit): string {
  const [whole, start = '', quoted, bare] = BOOKMARK.exec(code) ?? [];
  const name = quoted ?? bare;
  if (whole === undefined || name === undefined) return texts.edit(part, code);
  const written = bookmark(name, NO_ELEMENT)!;
  return (
    start + (quoted === undefined ? written : `"${written}"`) + texts.edit(part, code.slice(whole.length))
  );
}
