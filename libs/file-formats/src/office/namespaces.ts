/**
 * The prefix by which this code names each namespace, whatever prefix a file has for it. Microsoft's extensions of one format
 * share a prefix, since none of their names differ in meaning.
 */
const PREFIXES: Readonly<Record<string, string>> = {
  'http://www.w3.org/XML/1998/namespace': 'xml',
  'http://www.w3.org/2001/XMLSchema-instance': 'xsi',
  'http://schemas.openxmlformats.org/package/2006/content-types': 'ct',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'rel',
  'http://schemas.openxmlformats.org/package/2006/metadata/core-properties': 'cp',
  'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties': 'ep',
  'http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes': 'vt',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://schemas.openxmlformats.org/officeDocument/2006/customXml': 'ds',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': 's',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'p',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://schemas.openxmlformats.org/drawingml/2006/diagram': 'dgm',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'urn:schemas-microsoft-com:office:excel': 'x',
  'urn:schemas-microsoft-com:office:word': 'w10',
  'http://schemas.microsoft.com/office/excel/2006/main': 'xm',
  'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments': 'tc',
  'http://schemas.microsoft.com/office/drawing/2014/chartex': 'cx',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/1998/Math/MathML': 'math',
  'http://www.w3.org/2003/InkML': 'inkml',
  'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0': 'calcext',
  'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0': 'loext',
};
const OPEN_DOCUMENT = /^urn:oasis:names:tc:opendocument:xmlns:([a-z0-9]+)(?:-compatible)?:1\.0$/;
const SAME_NAMES: Readonly<Record<string, string>> = {
  drawing: 'draw',
  datastyle: 'number',
};
/** Vocabularies of office formats and of XML itself. A name in another one means nothing to this code. */
const KNOWN =
  /^(http:\/\/schemas\.(microsoft|openxmlformats|libreoffice)\.|http:\/\/openoffice\.org\/|urn:(schemas-microsoft-com|oasis:names:tc:opendocument|org:documentfoundation):|http:\/\/www\.w3\.org\/|http:\/\/docs\.oasis-open\.org\/)/;
export const STRICT = 'http://purl.oclc.org/ooxml/';

/** The prefix of names in vocabularies that this code does not know. */
export const UNKNOWN = '?';

/** Returns the prefix of a namespace: `ext` for known ones without a prefix of their own. */
export function prefixOf(uri: string): string {
  if (Object.hasOwn(PREFIXES, uri)) return PREFIXES[uri]!;
  const openDocument = OPEN_DOCUMENT.exec(uri.replace('xsl-fo', 'xslfo'))?.[1];
  if (openDocument) return openDocument === 'xslfo' ? 'fo' : (SAME_NAMES[openDocument] ?? openDocument);
  if (uri === '') return '';
  return KNOWN.test(uri) ? 'ext' : UNKNOWN;
}
