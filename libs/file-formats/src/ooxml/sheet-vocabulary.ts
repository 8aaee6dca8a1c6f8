import { unescaped, type ShownTexts } from '../office/shown-texts';
import type { Edit, ElementRule, Vocabulary } from '../office/xml-rewriter';
import { drawingVocabulary } from './drawing-vocabulary';
import { editFormula, editNumberFormat, type WorkbookNames } from './formula';
import { decodeCell, encodeCell } from './shared-strings';

const TEXT: ElementRule = { isText: true, isRun: true };
/** Edits a place in the workbook to which a link leads. Some programs escape it like an address. */
function editPlace(place: string, part: string, texts: ShownTexts, names: WorkbookNames): string {
  const read = unescaped(place);
  const followed = editFormula(read, part, texts, names);
  const edited = texts.link(part, place);
  return followed === read ? edited : followed;
}

const BUILT_IN = /^_xl(?:nm|fn|pm)\./i;

/** SpreadsheetML (ECMA-376, part 1, 18), without the cells. */
export function sheetVocabulary(
  texts: ShownTexts,
  part: string,
  formulas: string,
  names: WorkbookNames,
): Vocabulary {
  const drawing = drawingVocabulary(texts, part);
  const author: Edit = (name) => texts.author(name);
  const formula: Edit = (value) => editFormula(value, formulas, texts, names);
  const isFormula: ElementRule = { edit: formula };
  const sheet: Edit = (name) => names.sheets.of(name);
  const defined: Edit = (name) => (BUILT_IN.test(name) ? name : names.defined.of(name));
  const column: Edit = (name) => names.columns.of(name);
  const builtIn: Edit = (name, { attributes }) =>
    attributes.has('builtinId') ? name : texts.edit(part, name);
  return {
    decode: decodeCell,
    encode: encodeCell,
    elements: {
      ...drawing.elements,
      's:si': { isText: true },
      's:is': { isText: true, part: 'cells' },
      's:rPh': { isText: true },
      's:text': { isText: true },
      's:t': { isRun: true },
      's:row': { isRow: true },
      's:c': { isCell: true },
      'tc:text': TEXT,
      's:author': { edit: author },
      's:definedName': isFormula,
      's:formula': isFormula,
      's:formula1': isFormula,
      's:formula2': isFormula,
      's:calculatedColumnFormula': isFormula,
      's:totalsRowFormula': isFormula,
      's:oldFormula': isFormula,
      'xm:f': isFormula,
      'c:f': isFormula,
      'cx:f': isFormula,
      'x:FmlaLink': isFormula,
      'x:FmlaRange': isFormula,
      'x:FmlaTxbx': isFormula,
      'x:FmlaMacro': isFormula,
      'x:FmlaPict': isFormula,
      'xm:sqref': { isMarkup: true },
      'x:Anchor': { isMarkup: true },
      's:sheetDataSet': { isRemoved: true, part: 'external_caches' },
      's:customProperties': { isRemoved: true, part: 'custom_properties' },
    },
    attributes: {
      ...drawing.attributes,
      's:sheet@name': sheet,
      's:sheetName@val': sheet,
      's:worksheetSource@sheet': sheet,
      's:rangeSet@sheet': sheet,
      's:dataRef@sheet': sheet,
      's:worksheetSource@name': (name) => names.defined.changed(name) ?? name,
      's:definedName@name': defined,
      's:definedName@refersTo': formula,
      's:table@name': defined,
      's:table@displayName': defined,
      's:tableColumn@name': column,
      's:tableColumn@totalsRowLabel': 'text',
      's:tableStyleInfo@name': 'markup',
      's:cellStyle@name': builtIn,
      's:hyperlink@location': (place) => editPlace(place, part, texts, names),
      '@textlink': formula,
      's:numFmt@formatCode': (format) => editNumberFormat(format, part, texts),
      's:cacheField@name': 'text',
      's:cacheField@formula': formula,
      's:calculatedItem@formula': formula,
      's:pivotCacheDefinition@refreshedBy': author,
      's:s@v': 'text',
      's:filter@val': 'text',
      's:customFilter@val': 'text',
      's:cfRule@text': 'text',
      's:inputCells@val': 'text',
      's:scenario@user': author,
      's:fileSharing@userName': author,
      'tc:person@displayName': author,
      'tc:person@userId': author,
      '@comment': 'text',
      '@codeName': 'text',
      '@prompt': 'text',
      '@promptTitle': 'text',
      '@error': 'text',
      '@errorTitle': 'text',
      's:name@val': 'markup',
      's:rFont@val': 'markup',
      '@spans': 'markup',
    },
  };
}
