/** What happens to a group with a destination (Rich Text Format 1.9.1). */
export interface Destination {
  /** The part as which its text is shown or reported as left out */
  part?: string;
  /**
   * `own`: a text of its own, with its own paragraphs; `list`: so is each group in it; `around`: belongs to the text around;
   * `drop`: left out; `pictures`, `embedded`: refused unless they may be left out
   */
  rule: 'own' | 'list' | 'around' | 'drop' | 'pictures' | 'embedded';
  /** How its whole text is edited, if it is not shown as a text */
  edit?: 'author' | 'initials' | 'bookmark' | 'font';
}

const all = (words: string, destination: Destination): [string, Destination][] =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => [word, destination]);

/** The destinations that hold text, by their control word. Others are ignored by programs that do not know them. */
export const DESTINATIONS: ReadonlyMap<string, Destination> = new Map([
  ...all('rtf shptxt dptxbxtext xe tc rxe txe', { rule: 'own', part: 'text' }),
  ...all('header headerl headerr headerf footer footerl footerr footerf', {
    rule: 'own',
    part: 'headers_footers',
  }),
  ...all('footnote ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn', { rule: 'own', part: 'notes' }),
  ...all('annotation', { rule: 'own', part: 'comments' }),
  ...all('atnauthor author operator manager', { rule: 'own', part: 'authors', edit: 'author' }),
  ...all('revtbl', { rule: 'list', part: 'authors', edit: 'author' }),
  ...all('atnid', { rule: 'own', part: 'authors', edit: 'initials' }),
  ...all('atnref atndate atntime atnparent atnicn atrfstart atrfend', { rule: 'own', part: 'comments' }),
  ...all(
    'fldinst ffname ffdeftext ffformat ffhelptext ffstattext ffentrymcr ffexitmcr ffl datafield fldtype',
    {
      rule: 'own',
      part: 'fields',
    },
  ),
  ...all('formfield', { rule: 'list', part: 'fields' }),
  ...all('bkmkstart bkmkend', { rule: 'own', part: 'bookmarks', edit: 'bookmark' }),
  ...all('sn sv sa hl hlloc hlsrc hlfr', { rule: 'own', part: 'drawings' }),
  ...all('picprop sp shp shpinst shpgrp do background', { rule: 'list', part: 'drawings' }),
  ...all('info docvar', { rule: 'list', part: 'properties' }),
  ...all('title subject keywords comment doccomm category company hlinkbase generator', {
    rule: 'own',
    part: 'properties',
  }),
  ...all('fonttbl falt', { rule: 'list', part: 'styles', edit: 'font' }),
  ...all('stylesheet listtable listoverridetable colortbl pgdsctbl pgdsc revtim', {
    rule: 'list',
    part: 'styles',
  }),
  ...all(
    'listname liststylename leveltext levelnumbers pnseclvl pn pntxta pntxtb panose pgdscno rsidtbl listpicture',
    {
      rule: 'own',
      part: 'styles',
    },
  ),
  ...all('cs ts tsrowd nesttableprops nonesttables ud upr field fldrslt pntext listtext result shprslt', {
    rule: 'around',
  }),
  ...all('moMath moMathPara mmath', { rule: 'around' }),
  ...all('userprops', { rule: 'drop', part: 'custom_properties' }),
  ...all(
    'template themedata colorschememapping datastore mailmerge filetbl protusertbl private passwordhash xmlnstbl xmlattr ' +
      'latentstyles defchp defpap fontemb fontfile blipuid blipag oleclsid writereservation writereservhash wgrffmtfilter ' +
      'factoidname smarttag ebcstart ebcend listtag rdf',
    { rule: 'drop', part: 'data' },
  ),
  ...all('pict shppict nonshppict', { rule: 'pictures', part: 'pictures' }),
  ...all('object objdata objclass objname', { rule: 'embedded', part: 'embedded' }),
]);

/** Characters that control words stand for. */
export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['line', '\n'],
  ['softline', '\n'],
  ['lbr', '\n'],
  ['emdash', '\u2014'],
  ['endash', '\u2013'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
  ['qmspace', '\u2005'],
  ['bullet', '\u2022'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
  ['~', '\u00a0'],
  ['_', '\u2011'],
  ['-', ''],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
]);

/** Control words and symbols that end a text, and what the next text is to it. */
export const TEXT_ENDS: ReadonlyMap<string, 'cell' | 'row' | 'paragraph'> = new Map([
  ['cell', 'cell'],
  ['nestcell', 'cell'],
  ['row', 'row'],
  ['nestrow', 'row'],
  ['par', 'paragraph'],
  ['sect', 'paragraph'],
  ['page', 'paragraph'],
  ['column', 'paragraph'],
  ['\r', 'paragraph'],
  ['\n', 'paragraph'],
]);

/** Control words of styles of pages, which only LibreOffice knows. */
export const OF_LIBREOFFICE: ReadonlySet<string> = new Set([
  'pgdsctbl',
  'pgdsc',
  'pgdscuse',
  'pgdscnxt',
  'pgdscno',
]);

/** Code pages of the character sets of fonts. Others are that of the document. */
export const CODE_PAGES: ReadonlyMap<number, string> = new Map([
  [77, 'macintosh'],
  [128, 'cp932'],
  [129, 'cp949'],
  [134, 'cp936'],
  [136, 'cp950'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
  [254, 'cp437'],
  [255, 'cp850'],
]);

/** Fonts that are installed with systems and office programs. Their names can be names of people and places. */
export const USUAL_FONT =
  /^(?:Andale|Aptos|Arial|Bitstream|Book Antiqua|Bookman|Calibri|Cambria|Candara|Carlito|Caladea|Century|Comic Sans|Consolas|Constantia|Corbel|Courier|DejaVu|Garamond|Georgia|Gill Sans|Helvetica|Impact|Liberation|Linux Libertine|Lohit|Lucida|Mangal|Microsoft|Mincho|MS |Nimbus|Noto|Open ?Sans|OpenSymbol|Palatino|Roboto|Segoe|SimSun|Source|Symbol|Tahoma|Times|Trebuchet|Unifont|Verdana|Webdings|Wingdings|WenQuanYi)[ \w-]*;?$/i;
