/** The vocabulary in which the texts of a part are found. */
export type VocabularyName = 'word' | 'sheet' | 'slide';

export interface PartKind {
  /** Its name in the format's table of parts */
  part: string;
  /** If absent, the vocabulary of drawings */
  vocabulary?: VocabularyName;
}

const OFFICE =
  /^application\/vnd\.(?:openxmlformats-officedocument|openxmlformats-package|ms-office|ms-word|ms-excel|ms-powerpoint)\./;

const word = (part: string): PartKind => ({ part, vocabulary: 'word' });
const sheet = (part: string): PartKind => ({ part, vocabulary: 'sheet' });
const slide = (part: string): PartKind => ({ part, vocabulary: 'slide' });

/** Kinds of parts by content type, without the vendor at its start and `+xml` at its end. In lower case. */
const KINDS: Readonly<Record<string, PartKind>> = {
  'wordprocessingml.document.main': word('body'),
  'document.macroenabled.main': word('body'),
  'wordprocessingml.header': word('headers_footers'),
  'wordprocessingml.footer': word('headers_footers'),
  'wordprocessingml.footnotes': word('notes'),
  'wordprocessingml.endnotes': word('notes'),
  'wordprocessingml.comments': word('comments'),
  'wordprocessingml.commentsextended': word('comments'),
  'wordprocessingml.commentsids': word('comments'),
  'wordprocessingml.commentsextensible': word('comments'),
  'wordprocessingml.people': word('authors'),
  'wordprocessingml.styles': word('styles'),
  styleswitheffects: word('styles'),
  'wordprocessingml.numbering': word('styles'),
  'wordprocessingml.fonttable': word('other'),
  'wordprocessingml.settings': word('settings'),
  'wordprocessingml.websettings': word('other'),
  'wordprocessingml.document.glossary': word('glossary'),
  'wordprocessingml.printersettings': { part: 'printer_settings' },
  'wordprocessingml.mailmergerecipientdata': { part: 'mail_merge' },
  mailmergerecipientdata: { part: 'mail_merge' },
  keymapcustomizations: { part: 'custom_ui' },
  attachedtoolbars: { part: 'macros' },
  vbaproject: { part: 'macros' },
  vbadata: { part: 'macros' },
  vbaprojectsignature: { part: 'macros' },
  vbaprojectsignatureagile: { part: 'macros' },
  vbaprojectsignaturev3: { part: 'macros' },
  activex: { part: 'macros' },
  'wordprocessingml.attachedtoolbars': { part: 'macros' },
  'spreadsheetml.sheet.main': sheet('workbook'),
  'sheet.macroenabled.main': sheet('workbook'),
  'spreadsheetml.worksheet': sheet('sheets'),
  'spreadsheetml.chartsheet': sheet('sheets'),
  'spreadsheetml.dialogsheet': sheet('sheets'),
  macrosheet: { part: 'macros' },
  intlmacrosheet: { part: 'macros' },
  'spreadsheetml.sharedstrings': sheet('phonetics'),
  'spreadsheetml.styles': sheet('workbook'),
  'spreadsheetml.calcchain': sheet('other'),
  'spreadsheetml.sheetmetadata': sheet('other'),
  'spreadsheetml.table': sheet('names'),
  'spreadsheetml.tablesinglecells': sheet('names'),
  'spreadsheetml.comments': sheet('comments'),
  threadedcomments: sheet('comments'),
  person: sheet('authors'),
  'spreadsheetml.pivottable': sheet('pivot_tables'),
  'spreadsheetml.pivotcachedefinition': sheet('pivot_tables'),
  'spreadsheetml.pivotcacherecords': sheet('pivot_tables'),
  slicer: sheet('pivot_tables'),
  slicercache: sheet('pivot_tables'),
  timeline: sheet('pivot_tables'),
  timelinecache: sheet('pivot_tables'),
  'spreadsheetml.externallink': sheet('external_links'),
  'spreadsheetml.connections': { part: 'external_data' },
  'spreadsheetml.querytable': { part: 'external_data' },
  'spreadsheetml.volatiledependencies': { part: 'external_data' },
  'model+data': { part: 'external_data' },
  'spreadsheetml.revisionheaders': { part: 'revisions' },
  'spreadsheetml.revisionlog': { part: 'revisions' },
  'spreadsheetml.usernames': { part: 'revisions' },
  'spreadsheetml.printersettings': { part: 'printer_settings' },
  'spreadsheetml.customproperty': { part: 'custom_properties' },
  controlproperties: sheet('sheets'),
  rdrichvalue: sheet('cells'),
  rdrichvaluestructure: sheet('cells'),
  rdrichvaluetypes: sheet('cells'),
  rdarray: sheet('cells'),
  rdsupportingpropertybag: sheet('cells'),
  rdsupportingpropertybagstructure: sheet('cells'),
  richstyles: sheet('cells'),
  namedsheetviews: sheet('sheets'),
  'presentationml.presentation.main': slide('presentation'),
  'presentation.macroenabled.main': slide('presentation'),
  'presentationml.slide': slide('slides'),
  'presentationml.slidelayout': slide('masters'),
  'presentationml.slidemaster': slide('masters'),
  'presentationml.notesmaster': slide('masters'),
  'presentationml.handoutmaster': slide('masters'),
  'presentationml.notesslide': slide('notes'),
  'presentationml.presprops': slide('presentation'),
  'presentationml.viewprops': slide('presentation'),
  'presentationml.tablestyles': slide('presentation'),
  'presentationml.tags': slide('presentation'),
  'presentationml.comments': slide('comments'),
  'presentationml.commentauthors': slide('authors'),
  comments: slide('comments'),
  authors: slide('authors'),
  changesinfo: { part: 'revisions' },
  revisioninfo: { part: 'revisions' },
  'presentationml.printersettings': { part: 'printer_settings' },
  drawing: sheet('drawings'),
  chartshapes: sheet('drawings'),
  'drawingml.chart': sheet('drawings'),
  'drawingml.chartshapes': sheet('drawings'),
  chartex: sheet('drawings'),
  chartstyle: { part: 'other' },
  chartcolorstyle: { part: 'other' },
  'drawingml.diagramdata': { part: 'drawings' },
  'drawingml.diagramlayout': { part: 'other' },
  'drawingml.diagramstyle': { part: 'other' },
  'drawingml.diagramcolors': { part: 'other' },
  'drawingml.diagramdrawing': { part: 'drawings' },
  'drawing.diagramdrawing': { part: 'drawings' },
  vmldrawing: sheet('drawings'),
  theme: { part: 'drawings' },
  themeoverride: { part: 'drawings' },
  'extended-properties': { part: 'properties' },
  'core-properties': { part: 'properties' },
  'custom-properties': { part: 'custom_properties' },
  customxmlproperties: { part: 'other' },
  classificationlabels: { part: 'labels' },
  documenttasks: { part: 'labels' },
  webextension: { part: 'custom_ui' },
  webextensiontaskpanes: { part: 'custom_ui' },
  oleobject: { part: 'embedded' },
  obfuscatedfont: { part: 'fonts' },
  relationships: { part: 'links' },
  'digital-signature-origin': { part: 'signatures' },
  'digital-signature-xmlsignature': { part: 'signatures' },
  'digital-signature-certificate': { part: 'signatures' },
  'wordprocessingml.document': { part: 'embedded_documents' },
  'spreadsheetml.sheet': { part: 'embedded_documents' },
  'presentationml.presentation': { part: 'embedded_documents' },
  'document.macroenabled.12': { part: 'embedded_documents' },
  'sheet.macroenabled.12': { part: 'embedded_documents' },
  'presentation.macroenabled.12': { part: 'embedded_documents' },
};
const OTHERS: readonly [RegExp, PartKind][] = [
  [/^image\//, { part: 'pictures' }],
  [/^application\/inkml\+xml$/, { part: 'pictures' }],
  [/^(audio|video)\//, { part: 'embedded' }],
  [/^application\/(pdf|rtf|msword|xhtml\+xml|vnd\.ms-(?:excel|powerpoint|outlook))$/, { part: 'embedded' }],
  [/^text\//, { part: 'embedded' }],
  [/^application\/(?:x-font-ttf|x-fontdata|vnd\.ms-opentype)$/, { part: 'fonts' }],
  [/^application\/octet-stream$/, { part: 'embedded' }],
];
const UNKNOWN: PartKind = { part: 'unknown' };

/** Returns what a part is. Its content type decides, and its name only for XML without a type of its own. */
export function kindOfPart(name: string, contentType: string | undefined): PartKind {
  const type = contentType?.toLowerCase() ?? '';
  if (/^docprops\/thumbnail\.[a-z]+$/i.test(name)) return { part: 'thumbnails' };
  if (type === 'application/xml' || type === 'text/xml') {
    if (/^customxml\/item\d*\.xml$/i.test(name)) return { part: 'custom_xml' };
    if (/^xl\/xmlmaps\.xml$/i.test(name)) return { part: 'custom_xml' };
    if (/^customui\//i.test(name)) return { part: 'custom_ui' };
    return UNKNOWN;
  }
  const other = OTHERS.find(([pattern]) => pattern.test(type));
  if (other) return other[1];
  const short = type.replace(OFFICE, '').replace(/\+xml$/, '');
  return short !== type && Object.hasOwn(KINDS, short) ? KINDS[short]! : UNKNOWN;
}
