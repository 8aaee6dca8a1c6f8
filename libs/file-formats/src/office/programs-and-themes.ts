/** Words in the names of programs that write office files. */
const PROGRAM_WORDS: ReadonlySet<string> = new Set(
  (
    'openpyxl xlsxwriter pandas python-docx python-pptx docxtpl odfpy gnumeric abiword calligra libreoffice libreoffice_project ' +
    'openoffice openoffice.org neooffice collabora onlyoffice softmaker wps apache poi npoi docx4j epplus closedxml sheetjs exceljs ' +
    'phpspreadsheet phpexcel phpword aspose aspose.cells aspose.words aspose.slides pandoc jasperreports birt crystal reports ' +
    'microsoft macintosh office word excel powerpoint online compatible google docs sheets slides keynote numbers pages'
  ).split(' '),
);
/** Versions, builds and systems in such names. */
const VERSION = /^(?:v?\d[\w.-]*|[0-9a-f]{8,}|build-\d+|\w+_(?:x86_64|x86|aarch64))$/;
/** Names of themes, and of their colors, fonts and effects, as programs write them in new files. */
const THEME =
  /^(?:office(?:[ -](?:theme|design|thema|classic))?(?: \d{4}(?: ?[-–] ?\d{4})?)?|larissa(?:-design)?|standarddesign|(?:default|simple)(?: (?:theme|design|light|dark))?|thème office|tema (?:de|di|do) office|motyw pakietu office|kantoorthema)$/i;

/** Returns whether a text is only the name of a program, with its version. */
export const isProgram = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s/$]+/)
    .filter((word) => word !== '')
    .every((word) => PROGRAM_WORDS.has(word) || VERSION.test(word)) && /\p{L}/u.test(text);

export const isUsualTheme = (name: string): boolean => THEME.test(name.trim());
