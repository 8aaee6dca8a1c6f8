import { Injectable } from '@nestjs/common';
import { TermFinder, type EntityTable } from '@app/anonymization';
import { TimeSlice, type Owner } from '@app/common';
import { EditFiles } from '@app/isolation';
import { reportOf, type FileReport } from './file-report';
import { HideFileTexts, type FileToHide, type HiddenFile } from './hide-file-texts';
import { changesOf } from './text-units';

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

/**
 * Replaces the personal data in a file, and returns the same file with the replacements, after another reader found none of the
 * values in it (contract: Files).
 */
@Injectable()
export class AnonymizeFile {
  constructor(
    private readonly hideFileTexts: HideFileTexts,
    private readonly editFiles: EditFiles,
  ) {}

  /** @throws AppError `invalid_file`, `file_unverifiable`, `too_large`, and those of a case; BlockedByPolicy */
  async execute(owner: Owner, given: FileToHide, signal: AbortSignal): Promise<AnonymizedFile> {
    const hiddenFile = await this.hideFileTexts.execute(owner, given, signal);
    const { file, format, memory, units, hidden, table } = hiddenFile;
    const changes = await changesOf(
      units.slice(0, -1),
      hidden.map((unit) => unit.changes),
      new TimeSlice(signal),
    );
    const { content, report } = await this.editFiles.write(file, { changes, memory }, signal);
    const values = new Set(
      units.flatMap(({ text }, i) => hidden[i]!.changes.map(({ start, end }) => text.slice(start, end))),
    );
    const { hide: words, terms } = given.rules;
    const asked = { words, terms: terms?.phrases ?? [] };
    await this.editFiles.check({ ...file, content }, [...values], signal, asked);
    const end = format.writtenAs
      ? `.${format.writtenAs.extension}`
      : given.fileName.slice(units.at(-1)!.text.length);
    return {
      content,
      fileName: `${hidden.at(-1)!.text}${end}`,
      mediaType: format.writtenAs?.mediaType ?? format.mediaType,
      report: {
        ...reportOf(format.name, countValues(hiddenFile), report),
        ...(words.length > 0 && { asked_words: await countWords(words, hiddenFile, signal) }),
      },
      sent: hidden.map(({ text }) => text),
      table,
    };
  }
}

/** Returns how often each word was found. A word within a longer one of the list counts as the longer one. */
async function countWords(
  words: readonly string[],
  { units }: HiddenFile,
  signal: AbortSignal,
): Promise<number[]> {
  const slice = new TimeSlice(signal);
  // A label leads from a found phrase back to its place in the list.
  const finder = await TermFinder.of(
    words.map((phrase, i) => ({ phrase, label: String(i) })),
    slice,
  );
  const counts = words.map(() => 0);
  for (const { text } of units)
    for (const { label } of await finder.find(text, slice)) counts[Number(label)]! += 1;
  return counts;
}

function countValues({ units, hidden }: HiddenFile): FileReport['values'] {
  const values: FileReport['values'] = {};
  for (const [i, { part }] of units.entries())
    for (const { type } of hidden[i]!.detected) {
      const ofPart = (values[part] ??= {});
      ofPart[type] = (ofPart[type] ?? 0) + 1;
    }
  return values;
}
