import { Injectable } from '@nestjs/common';
import type { Change, RestoredValue } from '@app/anonymization';
import { TimeSlice, type Owner } from '@app/common';
import { formatOf, type FormatName } from '@app/file-formats';
import { RestoreTexts, type Issuer } from '@app/restoring';
import { EditFiles, invalidFile, type FileToEdit } from '@app/isolation';
import { unknownFormat } from './hide-file-texts';
import { changesOf, unitsOf, type TextUnit } from './text-units';

export interface FileToRestore extends Issuer {
  fileName: string;
  content: Buffer;
}

export interface RestoredFile {
  content: Buffer;
  fileName: string;
  mediaType: string;
  restored: number;
}

/** Puts the values back into a file with replacements, also after people edited it (contract: Files). */
@Injectable()
export class RestoreFile {
  constructor(
    private readonly editFiles: EditFiles,
    private readonly restoreTexts: RestoreTexts,
  ) {}

  /** @throws AppError `invalid_file`, `too_large`, and those of the issuer */
  async execute(
    owner: Owner,
    { fileName, content, ...issuer }: FileToRestore,
    signal: AbortSignal,
  ): Promise<RestoredFile> {
    const format = formatOf(fileName);
    if (!format) throw unknownFormat();
    if (format.restorable === false)
      throw invalidFile(
        `a .${format.name} file is not restored in place; restore its text with POST restore`,
      );
    const edited: FileToEdit = {
      userId: owner.userId,
      format: format.name,
      content,
      drop: [],
      isRestoring: true,
    };
    const { texts, memory } = await this.editFiles.read(edited, signal);
    const slice = new TimeSlice(signal);
    const units = await unitsOf(texts, slice);
    const end = fileName.slice(fileName.lastIndexOf('.'));
    const shown = await this.restoreTexts.execute(owner, {
      ...issuer,
      texts: [...units.map((unit) => withBrackets(unit, format.name)), fileName.slice(0, -end.length)],
      isAddress: (index) => units[index]?.isAddress === true,
      format: 'text',
      withValues: true,
    });
    const restored = units.map((unit, i) => {
      if (withBrackets(unit, format.name) === unit.text) return changesTo(shown.texts[i]!, shown.values![i]!);
      const isRestored = shown.values![i]!.length > 0;
      return isRestored ? [{ start: 0, end: unit.text.length, replacement: shown.texts[i]! }] : [];
    });
    const changes = await changesOf(units, restored, slice);
    const written = await this.editFiles.write(edited, { changes, memory }, signal);
    return {
      content: written.content,
      fileName: `${shown.texts.at(-1)!}${end}`,
      mediaType: format.mediaType,
      restored: shown.restored,
    };
  }
}

/** The names of sheets, ranges, bookmarks and elements may not have brackets, so placeholders are written without them. */
const NAMES: ReadonlySet<string> = new Set(['names', 'bookmarks']);
const WITHOUT_BRACKETS: ReadonlySet<FormatName> = new Set([
  'docx',
  'xlsx',
  'odt',
  'ods',
  'odp',
  'html',
  'xml',
  'rtf',
]);

/** Returns the text of a unit with brackets around its placeholders. */
const withBrackets = ({ part, text }: TextUnit, format: FormatName): string =>
  WITHOUT_BRACKETS.has(format) && NAMES.has(part)
    ? text.replaceAll(/(?<!\[)\b[A-Z]+_\d+[A-Z]?\b/g, '[$&]')
    : text;

/** Returns the changes that made a text into `shown`. */
function changesTo(shown: string, values: readonly RestoredValue[]): Change[] {
  let longer = 0;
  return values.map(({ start, end, replacement }) => {
    const from = start - longer;
    longer += end - start - replacement.length;
    return { start: from, end: from + replacement.length, replacement: shown.slice(start, end) };
  });
}
