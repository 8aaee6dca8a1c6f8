import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, linesOf, TimeSlice } from '@app/common';
import { documentsConfig, jobsConfig, type DocumentsConfig, type JobsConfig } from '@app/config';
import {
  EDIT_FILE,
  NOTHING_ASKED,
  encodeRequest,
  REASONS,
  UnreadableFile,
  type AskedWords,
  type Unreadable,
  type Droppable,
  type EditStep,
  type FileText,
  type FormatName,
  type Rewriting,
  type TextsOfFile,
  type WrittenReport,
} from '@app/file-formats';
import { IsolatedPrograms } from './isolated-programs';
import { ReadingSlots } from './reading-slots';

/** The largest file that is written, in bytes: text that is read in a picture may become a larger picture. */
const MOST_WRITTEN = 100 * 1024 ** 2;
const LINE_END = 0x0a;
/** How many pictures extend the time limit of a step. */
const MOST_PICTURES = 1_000;

export interface FileToEdit {
  /** Of one user, one file is edited at a time. */
  userId: string;
  format: FormatName;
  content: Buffer;
  drop: readonly Droppable[];
  /** Whether values are put back: then every part of the file stays */
  isRestoring?: true;
  /** The language of its pictures, if it is known */
  language?: { code: string };
}

/** Reads, writes and checks files in separate processes, because their content is untrusted. */
@Injectable()
export class EditFiles {
  private readonly slots: ReadingSlots;

  constructor(
    @Inject(documentsConfig.KEY) private readonly limits: DocumentsConfig,
    @Inject(jobsConfig.KEY) private readonly jobs: JobsConfig,
    private readonly programs: IsolatedPrograms,
  ) {
    this.slots = new ReadingSlots(limits.concurrency);
  }

  /** @throws AppError `invalid_file`; `tracked_changes`; `too_large` if the file has more than MAX_TEXT_BYTES of text */
  read(file: FileToEdit, signal: AbortSignal): Promise<TextsOfFile> {
    return this.slots.run(file.userId, () => this.readNow(file, signal));
  }

  private async readNow(file: FileToEdit, signal: AbortSignal): Promise<TextsOfFile> {
    const texts: FileText[] = [];
    const slice = new TimeSlice(signal);
    for await (const line of linesOf(this.run('read', file, signal))) {
      if (line === '') continue; // A picture was read.
      const read = JSON.parse(line) as FileText | Pick<TextsOfFile, 'memory'>;
      if ('memory' in read) return { texts, memory: read.memory };
      texts.push(read);
      if (slice.isOver) await slice.next();
    }
    throw invalidFile(REASONS.damaged);
  }

  /** @throws AppError `invalid_file`; `too_large` */
  async write(
    file: FileToEdit,
    rewriting: Rewriting,
    signal: AbortSignal,
  ): Promise<{ content: Buffer; report: WrittenReport }> {
    const answer = await this.slots.run(file.userId, () =>
      atMost(MOST_WRITTEN, this.run('write', file, signal, { rewriting })),
    );
    const start = answer.findIndex((byte) => byte !== LINE_END);
    const end = answer.indexOf(LINE_END, start);
    const report = JSON.parse(answer.toString('utf8', start, end)) as WrittenReport;
    return { content: answer.subarray(end + 1), report };
  }

  /**
   * @param values what must not be in the file, in the spellings that were found
   * @param asked what must not be in it either, although it may not have been found
   * @throws AppError `file_unverifiable` if one of them is left in a written file
   */
  async check(
    file: FileToEdit,
    values: readonly string[],
    signal: AbortSignal,
    asked: AskedWords = NOTHING_ASKED,
  ): Promise<void> {
    if (values.length + asked.words.length + asked.terms.length === 0) return;
    const answer = await this.slots.run(file.userId, () =>
      atMost(MOST_WRITTEN, this.run('check', file, signal, { values, asked })),
    );
    const parts = JSON.parse(answer.toString('utf8')) as string[];
    if (parts.length > 0) throw leftIn(parts);
  }

  private async *run(
    step: EditStep,
    { format, content, drop, isRestoring, language }: FileToEdit,
    signal: AbortSignal,
    {
      values = [],
      asked = NOTHING_ASKED,
      rewriting,
    }: { values?: readonly string[]; asked?: AskedWords; rewriting?: Rewriting } = {},
  ): AsyncGenerator<Buffer> {
    const { fileTimeoutMs, filePageTimeoutMs, memoryBytes } = this.limits;
    const ocr = this.ocrFor(language);
    const request = encodeRequest(
      {
        drop,
        values,
        asked,
        mostTextBytes: this.jobs.maxTextBytes,
        ...(isRestoring && { isRestoring }),
        ...(ocr && { ocr }),
      },
      rewriting,
    );
    try {
      yield* this.programs.run({
        script: EDIT_FILE,
        args: [step, format],
        content: Readable.from(inSlices(request, content, signal)),
        limits: { timeoutMs: fileTimeoutMs, memoryBytes },
        moreTimeFor: timeForPictures(filePageTimeoutMs),
        signal,
      });
    } catch (error) {
      throw error instanceof UnreadableFile ? refusal(error.why) : error;
    }
  }

  /** Returns how pictures are read: each further language takes time and memory. */
  private ocrFor(language: FileToEdit['language']): DocumentsConfig['ocr'] {
    const { ocr } = this.limits;
    const isKnown = ocr && language && ocr.languages.includes(language.code);
    return isKnown ? { ...ocr, languages: [language.code] } : ocr;
  }
}

/** Returns a function that says how much longer a program may run: for each empty line in the pieces of its answer. */
function timeForPictures(perPictureMs: number): (piece: Buffer) => number {
  let left = MOST_PICTURES;
  let beginsLine = true;
  return (piece) => {
    let read = 0;
    let last = beginsLine ? -1 : -2;
    for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) {
      if (at === last + 1 && read < left) read += 1;
      last = at;
    }
    beginsLine = last === piece.length - 1;
    left -= read;
    return read * perPictureMs;
  };
}

/** @throws AppError `too_large` */
async function atMost(bytes: number, pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > bytes)
      throw new AppError('too_large', `The written file would have more than ${bytes} bytes`);
    all.push(piece);
  }
  return Buffer.concat(all);
}

/** The number of parts that an error names. */
const MOST_NAMED = 3;

/** Returns the error for a value that is left. It names the parts of the file, and no value. */
function leftIn(parts: readonly string[]): AppError {
  const named = parts.slice(0, MOST_NAMED).join(', ');
  return new AppError(
    'file_unverifiable',
    `The file cannot be anonymized safely: a value is left in ${named}; remove it there, leave this value unchanged, or save the file in another format`,
  );
}

function refusal(why: Unreadable): AppError {
  if (why === 'unverifiable')
    return new AppError('file_unverifiable', `The file cannot be anonymized safely: ${REASONS[why]}`);
  if (why === 'tracked_changes')
    return new AppError('tracked_changes', `The file cannot be anonymized safely: ${REASONS[why]}`);
  if (why === 'too_much_text') return new AppError('too_large', `The file is too large: ${REASONS[why]}`);
  return invalidFile(REASONS[why]);
}

export const invalidFile = (why: string): AppError => new AppError('invalid_file', `Invalid file: ${why}`);

async function* inSlices(
  lines: Iterable<string>,
  content: Buffer,
  signal: AbortSignal,
): AsyncGenerator<string | Buffer> {
  const slice = new TimeSlice(signal);
  for (const line of lines) {
    yield line;
    if (slice.isOver) await slice.next();
  }
  yield content;
}
