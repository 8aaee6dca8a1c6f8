import { Injectable } from '@nestjs/common';
import {
  ENTITY_TYPES,
  EntityTable,
  guessLanguage,
  type AnonymizedText,
  type EntityType,
  type Language,
  type ReplacementStyle,
  type Rules,
} from '@app/anonymization';
import { CaseTables, type CaseRequest, type HiddenInCase } from '@app/cases';
import { TimeSlice, type Owner } from '@app/common';
import { formatOf, FORMATS, type Droppable } from '@app/file-formats';
import { HideTexts } from '@app/hiding';
import { EditFiles, invalidFile } from './edit-files';
import { reportOf, type FileReport } from './file-report';
import { blocksOf, changesOf, spansOfUnits, unitsOf, type TextUnit } from './text-units';

export interface FileToAnonymize {
  fileName: string;
  content: Buffer;
  /** If absent, it is guessed by the beginning of the file */
  language?: Language;
  /** The kinds of new values to hide */
  choices: readonly EntityType[];
  rules: Rules;
  /** What else a file may lose; otherwise a file that has it is refused */
  drop: readonly Droppable[];
  /** The case that the file belongs to, or a new table in this style */
  from: Pick<CaseRequest, 'caseId' | 'style'> | ReplacementStyle;
}

export interface AnonymizedFile {
  content: Buffer;
  /** The name of the file, with its values replaced */
  fileName: string;
  mediaType: string;
  report: FileReport;
  /** The texts that were written, and the table that restores them */
  sent: readonly string[];
  table: EntityTable;
}

/** The part of the report for the name of a file, which is hidden like its texts. */
const FILE_NAME = 'file_name';

/**
 * Replaces the personal data in a file, and returns the same file with the replacements, after another reader found none of the
 * values in it (contract: Files).
 */
@Injectable()
export class AnonymizeFile {
  constructor(
    private readonly editFiles: EditFiles,
    private readonly hideTexts: HideTexts,
    private readonly cases: CaseTables,
  ) {}

  /**
   * @throws AppError `invalid_file`, `file_unverifiable`, `too_large`, and those of a case; BlockedByPolicy
   */
  async execute(owner: Owner, file: FileToAnonymize, signal: AbortSignal): Promise<AnonymizedFile> {
    const { fileName, content, drop } = file;
    const format = formatOf(fileName);
    if (!format) throw unknownFormat();
    const edited = { format: format.name, content, drop };
    const { texts, memory } = await this.editFiles.read(edited, signal);
    const slice = new TimeSlice(signal);
    const inFile = await unitsOf(texts, slice);
    const name = nameUnit(fileName);
    const units = [...inFile, name];
    const { hidden, table } = await this.hide(
      owner,
      file,
      [...texts, { part: FILE_NAME, text: name.text }],
      units,
      signal,
    );
    const changes = await changesOf(
      inFile,
      hidden.map((unit) => unit.changes),
      slice,
    );
    const written = await this.editFiles.write(edited, { changes, memory }, signal);
    const values = units.flatMap(({ text }, i) =>
      hidden[i]!.changes.map(({ start, end }) => text.slice(start, end)),
    );
    const distinct = [...new Set(values)];
    if (distinct.length > 0)
      await this.editFiles.check({ ...edited, content: written.content }, distinct, signal);
    return {
      content: written.content,
      fileName: `${hidden.at(-1)!.text}${fileName.slice(name.text.length)}`,
      mediaType: format.mediaType,
      report: reportOf(format.name, countValues(units, hidden), written.report),
      sent: hidden.map(({ text }) => text),
      table,
    };
  }

  /** Searches units together, and hides each for itself. */
  private async hide(
    owner: Owner,
    { language: given, choices, rules, from }: FileToAnonymize,
    texts: Parameters<typeof blocksOf>[0],
    units: readonly TextUnit[],
    signal: AbortSignal,
  ): Promise<HiddenInCase> {
    const slice = new TimeSlice(signal);
    const blocks = await blocksOf(texts, units, slice);
    const language = given ?? guessLanguage(blocks[0]?.text ?? '');
    const known = typeof from === 'string' ? [] : ENTITY_TYPES;
    const asked = { choices, known, language, rules };
    const searched = await this.hideTexts.search(
      blocks.map(({ text }) => ({ text, field: 'file' })),
      asked,
      signal,
    );
    const found = searched.texts.map(({ spans }) => spans);
    const spans = await spansOfUnits(units, blocks, found, slice);
    const toHide = units.map(({ text }, i) => ({
      text,
      spans: spans[i]!,
      field: 'file',
      choices,
      language,
      rules,
    }));
    return this.cases.hide(
      owner,
      typeof from === 'string' ? EntityTable.create(from) : { ...from, field: 'case_id' },
      toHide,
      (table) => this.hideTexts.hide(table, toHide, signal),
    );
  }
}

/** Returns the name of a file without its extension, as a unit. */
function nameUnit(fileName: string): TextUnit {
  const text = fileName.slice(0, fileName.lastIndexOf('.'));
  return { part: FILE_NAME, text, lengths: [text.length] };
}

function countValues(units: readonly TextUnit[], hidden: readonly AnonymizedText[]): FileReport['values'] {
  const values: FileReport['values'] = {};
  for (const [i, { part }] of units.entries())
    for (const { type } of hidden[i]!.detected) {
      const ofPart = (values[part] ??= {});
      ofPart[type] = (ofPart[type] ?? 0) + 1;
    }
  return values;
}

export const unknownFormat = () =>
  invalidFile(
    `its name must end in one of ${FORMATS.flatMap(({ extensions }) => extensions.map((end) => `.${end}`)).join(' ')}`,
  );
