import { Injectable } from '@nestjs/common';
import {
  ENTITY_TYPES,
  EntityTable,
  languageOf,
  type AnonymizedText,
  type EntityType,
  type Language,
  type ReplacementStyle,
  type Rules,
} from '@app/anonymization';
import { CaseTables, type CaseRequest } from '@app/cases';
import { TimeSlice, type AppError, type Owner } from '@app/common';
import { formatOf, FORMATS, type Droppable, type FileFormat, type FormatName } from '@app/file-formats';
import { HideTexts } from '@app/hiding';
import { EditFiles, invalidFile, type FileToEdit } from '@app/isolation';
import { blocksOf, spansOfUnits, unitsOf, type TextUnit } from './text-units';

export interface FileToHide {
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

/** The texts of a file, and what replaces their values. */
export interface HiddenFile {
  file: FileToEdit;
  format: FileFormat & { name: FormatName };
  /** What the format remembers from reading */
  memory: readonly unknown[];
  /** The texts in the order of the file; the last one is the name of the file */
  units: readonly TextUnit[];
  /** Each unit with its replacements */
  hidden: readonly AnonymizedText[];
  /** The table, or the part of a case's table, that contains what was hidden */
  table: EntityTable;
}

/** The part of the name of a file, which is hidden like its texts. */
const FILE_NAME = 'file_name';

/** Reads a file, and finds and replaces the personal data in its texts. Writes no file. */
@Injectable()
export class HideFileTexts {
  constructor(
    private readonly editFiles: EditFiles,
    private readonly hideTexts: HideTexts,
    private readonly cases: CaseTables,
  ) {}

  /** @throws AppError `invalid_file`, `too_large`, and those of a case; BlockedByPolicy */
  async execute(owner: Owner, file: FileToHide, signal: AbortSignal): Promise<HiddenFile> {
    const { fileName, content, drop, choices, rules, from } = file;
    const format = formatOf(fileName);
    if (!format) throw unknownFormat();
    const edited = {
      userId: owner.userId,
      format: format.name,
      content,
      drop,
      ...(file.language && { language: file.language }),
    };
    const read = await this.editFiles.read(edited, signal);
    const slice = new TimeSlice(signal);
    const texts = [...read.texts, { part: FILE_NAME, text: withoutExtension(fileName) }];
    const units = await unitsOf(texts, slice);
    const blocks = await blocksOf(texts, units, slice);
    const language = file.language ?? languageOf(blocks[0]!.text);
    const known = typeof from === 'string' ? [] : ENTITY_TYPES;
    const searched = await this.hideTexts.search(
      blocks.map(({ text }) => ({ text, field: 'file' })),
      { choices, known, language, rules },
      signal,
    );
    const found = searched.texts.map(({ spans }) => spans);
    const spans = await spansOfUnits(units, blocks, found, slice);
    // Units were searched together, and each is hidden for itself.
    const toHide = units.map(({ text }, i) => ({
      text,
      spans: spans[i]!,
      field: 'file',
      choices,
      language,
      rules,
    }));
    const { hidden, table } = await this.cases.hide(
      owner,
      typeof from === 'string' ? EntityTable.create(from) : { ...from, field: 'case_id' },
      toHide,
      (growing) => this.hideTexts.hide(growing, toHide, signal),
    );
    return { file: edited, format, memory: read.memory, units, hidden, table };
  }
}

const withoutExtension = (fileName: string): string => fileName.slice(0, fileName.lastIndexOf('.'));

export const unknownFormat = (): AppError =>
  invalidFile(
    `its name must end in one of ${FORMATS.flatMap(({ extensions }) => extensions.map((end) => `.${end}`)).join(' ')}`,
  );
