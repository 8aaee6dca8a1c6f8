import { unescaped, type ShownTexts } from '../office/shown-texts';
import { encodeXml } from '../office/xml-characters';
import type { Edit, ElementRule, Vocabulary } from '../office/xml-rewriter';
import { UnreadableFile, type Unreadable } from '../unreadable';
import { OpenCells } from './open-cells';
import { editOpenFormula, type DocumentNames } from './open-formula';

const TEXT: ElementRule = { isText: true };
const MARKUP: ElementRule = { isMarkup: true };
const REMOVED: ElementRule = { isRemoved: true };
const MOST_SPACES = 1_000;

/** Elements that make a file unreadable, with the reason. */
const REFUSED: Readonly<Record<string, Unreadable>> = {
  'office:dde-source': 'external_data',
  'text:dde-connection-decl': 'external_data',
  'table:dde-link': 'external_data',
  'form:connection-resource': 'external_data',
  'text:database-display': 'external_data',
  'text:database-next': 'external_data',
  'text:database-row-select': 'external_data',
  'table:database-source-sql': 'external_data',
  'table:database-source-table': 'external_data',
  'table:database-source-query': 'external_data',
  'office:binary-data': 'pictures',
  'text:insertion': 'tracked_changes',
  'text:deletion': 'tracked_changes',
  'table:insertion': 'tracked_changes',
  'table:deletion': 'tracked_changes',
  'table:movement': 'tracked_changes',
  'table:cell-content-change': 'tracked_changes',
};
/** Attributes of these vocabularies are lengths, colors and words. */
const FORMATS = /^(?:fo|svg|number|dr3d|smil|anim|math):/;
const RANGE = /^(?:\$?(?:'(?:[^']|'')*'|[^\s'.]+)\.\$?[A-Z]+\$?\d+[\s:]?)+$/;
const STYLE_NAME = /(?:^|[:-])(?:style-name|page-layout-name|master-page-name)$/;
/** Attributes with formulas, conditions and addresses of cells. */
const FORMULA =
  /(?::|-)(?:formula|condition|expression|address|cell-range|print-ranges|linked-cell|apply-style-condition)$/;

export interface OpenContext {
  part: string;
  texts: ShownTexts;
  names: DocumentNames;
  /** New names of styles, by their present ones */
  styles: ReadonlyMap<string, string>;
  /** New names of styles as people see them */
  shownStyles: ReadonlyMap<string, string>;
  /** Whether the file has a part of this name */
  hasPart: (name: string) => boolean;
}

/** OpenDocument (ISO/IEC 26300-1). */
export function openVocabulary(context: OpenContext): Vocabulary {
  const { part, texts, names, styles, shownStyles } = context;
  const cells = new OpenCells(part, texts);
  const author: Edit = (name) => texts.author(name);
  const name: Edit = (value) => names.others.of(value);
  const sheet: Edit = (value) =>
    value.includes('://') ? texts.edit('names', value) : names.sheets.of(value);
  const style: Edit = (value) => styles.get(value) ?? value;
  const formula: Edit = (value) => editOpenFormula(value, texts, names);
  // In charts, descriptions hold the ranges from which the data come.
  const rangeOrText: Edit = (value) =>
    RANGE.test(value) ? editOpenFormula(value, texts, names) : texts.edit(part, value);
  return {
    isMixed: true,
    encode: (text) =>
      encodeXml(text).replaceAll(/ {2,}/g, (spaces) => ` <text:s text:c="${spaces.length - 1}"/>`),
    elements: {
      'text:p': TEXT,
      'text:h': TEXT,
      'text:tab': { mark: () => '\t' },
      'text:line-break': { mark: () => '\n' },
      'text:soft-page-break': {},
      'text:s': { spaces: (attributes) => Math.min(Number(attributes.get('text:c') ?? 1) || 1, MOST_SPACES) },
      'table:table-row': { isRow: true },
      'table:table-cell': { isCell: true },
      'table:covered-table-cell': { isCell: true },
      'office:annotation': MARKUP,
      'dc:creator': { edit: author },
      'dc:date': MARKUP,
      'meta:initial-creator': { edit: author },
      'meta:printed-by': { edit: author },
      'meta:date-string': MARKUP,
      'meta:creator-initials': REMOVED,
      'loext:sender-initials': REMOVED,
      'meta:user-defined': { isRemoved: true, part: 'custom_properties' },
      'meta:template': REMOVED,
      'meta:auto-reload': REMOVED,
      'meta:generator': MARKUP,
      'dc:language': MARKUP,
      'dc:title': TEXT,
      'dc:subject': TEXT,
      'dc:description': TEXT,
      'meta:keyword': TEXT,
      'svg:title': TEXT,
      'svg:desc': part === 'objects' ? { edit: rangeOrText } : TEXT,
      'number:text': TEXT,
      'office:scripts': { isRemoved: true, part: 'macros' },
      'office:event-listeners': { isRemoved: true, part: 'macros' },
      'script:event-listener': { isRemoved: true, part: 'macros' },
      'config:config-item': {
        isRemoved: (attributes) =>
          /^Printer(?:Name|Setup|FaxName)$/.test(attributes.get('config:name') ?? ''),
        part: 'printer_settings',
        edit: setting(context),
      },
    },
    attributes: {
      'table:table-cell@office:value': cells.editNumber,
      '@office:string-value': 'text',
      'table:table@table:name': sheet,
      'config:config-item-map-entry@config:name': (value) => names.sheets.changed(value) ?? value,
      'table:named-range@table:name': (value) => names.defined.of(value),
      'table:named-expression@table:name': (value) => names.defined.of(value),
      'table:database-range@table:name': (value) => names.defined.of(value),
      'table:data-pilot-table@table:name': 'text',
      'table:data-pilot-member@table:name': 'text',
      'table:data-pilot-group@table:name': 'text',
      'table:data-pilot-group-member@table:name': 'text',
      '@table:source-field-name': 'text',
      '@table:name': name,
      '@text:name': name,
      '@draw:name': name,
      '@form:name': name,
      '@office:name': name,
      '@presentation:name': name,
      '@text:ref-name': name,
      '@text:bookmark-name': name,
      '@text:table-name': name,
      '@presentation:use-header-name': name,
      '@presentation:use-footer-name': name,
      '@presentation:use-date-time-name': name,
      '@xlink:href': (address) => editAddress(address, context),
      '@xlink:title': 'text',
      '@office:title': 'text',
      '@office:target-frame-name': 'text',
      '@text:description': 'text',
      '@text:placeholder-type': 'markup',
      '@form:label': 'text',
      '@form:title': 'text',
      '@form:value': 'text',
      '@form:current-value': 'text',
      '@table:title': 'text',
      '@table:value': 'text',
      '@table:display-name': 'text',
      '@style:num-prefix': 'text',
      '@style:num-suffix': 'text',
      '@style:display-name': (value) => shownStyles.get(value) ?? value,
      '@style:name': style,
      '@draw:display-name': 'text',
      '@text:string-value-if-true': 'text',
      '@text:string-value-if-false': 'text',
      '@text:string-value': 'text',
      '@calcext:value': formula,
      '@draw:notify-on-update-of-ranges': formula,
      '@style:font-name': 'markup',
      '@style:font-name-asian': 'markup',
      '@style:font-name-complex': 'markup',
      '@style:font-family-asian': 'markup',
      '@style:font-family-complex': 'markup',
      '@style:font-style-name': 'markup',
      'style:font-face@style:name': 'markup',
      '@draw:points': 'markup',
      '@draw:enhanced-path': 'markup',
      '@draw:transform': 'markup',
      '@draw:text-areas': 'markup',
      '@draw:glue-points': 'markup',
      '@draw:modifiers': 'markup',
      '@draw:handle-position': 'markup',
      '@draw:formula': 'markup',
      '@table:protection-key': 'markup',
    },
    otherAttribute: (attribute) => {
      if (FORMATS.test(attribute)) return 'markup';
      if (STYLE_NAME.test(attribute)) return style;
      return FORMULA.test(attribute) ? formula : undefined;
    },
    observed: new Set([...cells.observed, ...Object.keys(REFUSED)]),
    opened: (element, rewriter, isEmpty) => {
      const refused = REFUSED[element.name];
      if (refused && !texts.isRestoring) throw new UnreadableFile(refused);
      cells.opened(element, rewriter, isEmpty);
    },
    closing: (element, rewriter) => {
      if (!REFUSED[element]) cells.closing(rewriter);
    },
  };
}

/** Edits a setting. That of the open sheet is a name. */
function setting({ texts, names, part }: OpenContext): Edit {
  return (value, { attributes }) => {
    if (attributes.get('config:name') === 'ActiveTable') return names.sheets.changed(value) ?? value;
    return /^[A-Za-z0-9_.:/+=-]*$/.test(value) ? value : texts.edit(part, value);
  };
}

/** Edits an address: a place in this document, another file, or a part of this one, which stays. */
function editAddress(address: string, { texts, names, hasPart }: OpenContext): string {
  const path = address.replace(/^\.\//, '');
  if (hasPart(path) || /^(?:ObjectReplacements|Pictures)\//.test(path)) return address;
  if (!address.startsWith('#')) return texts.link('links', address);
  const [place = '', ...kind] = address.slice(1).split('|');
  const read = unescaped(place);
  const whole = names.others.of(read);
  const followed = names.sheets.changed(read) ?? editOpenFormula(read, texts, names);
  const written = followed === read ? whole : followed;
  return written === read ? address : `#${[written, ...kind].join('|')}`;
}
