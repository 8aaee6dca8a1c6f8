import { isUsualTheme } from '../office/programs-and-themes';
import type { ShownTexts } from '../office/shown-texts';
import type { Edit, ElementRule, Vocabulary } from '../office/xml-rewriter';
import { pageHeaders } from './page-header';

const TEXT: ElementRule = { isText: true, isRun: true };
const MARKUP: ElementRule = { isMarkup: true };
const NUMBER = /^-?[\d.]+(?:E[-+]?\d+)?$/i;
const REMOVED: ElementRule = { isRemoved: true };

/** Drawings, diagrams, charts and relations, which documents of all three kinds contain (ECMA-376, part 1, 20 and 21). */
export function drawingVocabulary(texts: ShownTexts, part: string): Vocabulary {
  const author: Edit = (name) => texts.author(name);
  const none: Edit = (value) => (texts.isRestoring ? value : '');
  const removed: Edit = (value) => (texts.isRestoring ? value : undefined);
  const themeName: Edit = (name) => (isUsualTheme(name) ? name : texts.edit(part, name));
  const chartValue: Edit = (value) => editChartValue(value, part, texts);
  return {
    elements: {
      'a:p': { isText: true },
      'a:t': { isRun: true },
      'a:br': { mark: () => '\n' },
      'a:tr': { isRow: true },
      'a:tc': { isCell: true },
      'c:v': { edit: chartValue },
      'c:separator': TEXT,
      ...pageHeaders(texts, part),
      'c:formatCode': MARKUP,
      'cx:v': TEXT,
      'cx:pt': TEXT,
      'cx:f': MARKUP,
      'm:t': TEXT,
      // Relations of Office's older drawings, kept for older programs; they repeat what the drawing holds
      'ext:creationId': MARKUP,
      // Core and extended properties
      'dc:creator': { edit: author },
      'cp:lastModifiedBy': { edit: author },
      'ep:Manager': { edit: author },
      'dc:title': TEXT,
      'dc:subject': TEXT,
      'dc:description': TEXT,
      'dc:identifier': TEXT,
      'cp:keywords': TEXT,
      'cp:category': TEXT,
      'cp:contentStatus': TEXT,
      'ep:Company': TEXT,
      'ep:HyperlinkBase': TEXT,
      'ep:Application': MARKUP,
      'ep:TitlesOfParts': REMOVED,
      'ep:HeadingPairs': REMOVED,
      'ep:HLinks': REMOVED,
      'ep:Template': REMOVED,
      'ext:absPath': REMOVED,
      'ext:presenceInfo': REMOVED,
    },
    attributes: {
      '@name': 'text',
      'a:theme@name': themeName,
      'a:clrScheme@name': themeName,
      'a:fontScheme@name': themeName,
      'a:fmtScheme@name': themeName,
      '@descr': 'text',
      '@title': 'text',
      '@tooltip': 'text',
      '@display': 'text',
      '@caption': 'text',
      '@alt': 'text',
      '@o:title': 'text',
      'v:textpath@string': 'text',
      'v:imagedata@o:title': 'text',
      'dgm:prSet@phldrT': 'text',
      'dgm:title@val': 'text',
      'dgm:desc@val': 'text',
      'a:gd@name': 'markup',
      'a:gd@fmla': 'markup',
      '@typeface': 'markup',
      '@panose': 'markup',
      '@style': 'markup',
      '@path': 'markup',
      '@adj': 'markup',
      '@points': 'markup',
      '@coordsize': 'markup',
      '@coordorigin': 'markup',
      'v:f@eqn': 'markup',
      '@Requires': 'markup',
      '@mc:Ignorable': 'markup',
      '@mc:ProcessContent': 'markup',
      '@mc:PreserveElements': 'markup',
      '@sqref': 'markup',
      '@dpi': 'markup',
      '@formatCode': 'markup',
      '@moveWith': 'markup',
      // A packed copy of the drawing
      '@o:gfxdata': removed,
      '@userId': (id) => (id ? texts.author(id) : id),
      '@initials': none,
      '@w:initials': none,
      'ext:author@name': author,
    },
  };
}

/** Edits a cached value. Where a number is expected and a text would be written, 0 is, since charts cannot show it. */
function editChartValue(value: string, part: string, texts: ShownTexts): string {
  if (!NUMBER.test(value)) return texts.edit(part, value);
  if (!/^-?\d{5,}$/.test(value)) return value;
  const edited = texts.edit(part, value);
  return NUMBER.test(edited) ? edited : '0';
}
