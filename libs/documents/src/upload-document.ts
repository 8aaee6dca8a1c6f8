import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, newId, type Owner } from '@app/common';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import type { DataKey } from '@app/crypto';
import { BlobRemovals, EncryptedBlobs } from '@app/storage';
import {
  EXTRACT_TEXT,
  FORMATS,
  formatOf,
  REASONS,
  splitExtractedText,
  UnreadableFile,
  type FormatName,
  type Unreadable,
} from '@app/file-formats';
import { IsolatedPrograms, ReadingSlots } from '@app/isolation';
import { DocumentsStore, originalBlob, textBlob } from './store/documents.store';

export interface Upload {
  /** As {@link fileName} returns it. */
  fileName: string;
  content: Readable;
  /** Whether a picture is stored in addition to its text, because it can be sent in a prompt. */
  keepsPicture: boolean;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** A stored document. */
export interface UploadedDocument {
  id: string;
  /** The number of pages and pictures that OCR read */
  pagesReadByOcr: number;
}

/** Formats in which pages or pictures can be read by OCR, which takes longer than reading text. */
const WITH_PICTURES: ReadonlySet<FormatName> = new Set(['pdf', 'png', 'jpeg', 'eml', 'zip']);

const PICTURES: ReadonlySet<FormatName> = new Set(['png', 'jpeg']);

/**
 * Stores the text of an uploaded file, but not the file itself, unless it is a picture that can be sent in a prompt. Stores
 * nothing of a refused file.
 */
@Injectable()
export class UploadDocument {
  private readonly slots: ReadingSlots;

  constructor(
    @Inject(documentsConfig.KEY) private readonly config: DocumentsConfig,
    private readonly documents: DocumentsStore,
    private readonly removals: BlobRemovals,
    private readonly encrypted: EncryptedBlobs,
    private readonly programs: IsolatedPrograms,
  ) {
    this.slots = new ReadingSlots(config.concurrency);
  }

  /** @throws AppError `invalid_file` (`Invalid file: <why>`), `too_large` */
  async execute(
    owner: Owner,
    { fileName, content, keepsPicture, signal }: Upload,
  ): Promise<UploadedDocument> {
    const format = formatOf(fileName)?.name;
    if (!format) throw unknownFormat();
    const id = newId();
    const key = await this.documents.create(owner, id, fileName);
    try {
      const { maxUploadBytes: maxBytes } = this.config;
      await this.encrypted.write(key, originalBlob(id), content, { maxBytes, signal });
      const read = await this.slots.run(owner.userId, () => this.readText(format, id, key, signal));
      if (!keepsPicture || !PICTURES.has(format)) await this.removals.discard(originalBlob(id));
      await this.documents.complete(owner, id, read.textBytes);
      return { id, pagesReadByOcr: read.pagesReadByOcr };
    } catch (error) {
      await this.documents.delete(owner, id);
      if (signal.aborted) throw new AppError('bad_request', 'The upload was broken off');
      throw error instanceof UnreadableFile ? invalidFile(error.why, format) : error;
    }
  }

  private async readText(
    format: FormatName,
    id: string,
    key: DataKey,
    signal: AbortSignal,
  ): Promise<{ textBytes: number; pagesReadByOcr: number }> {
    signal.throwIfAborted();
    const content = await this.encrypted.read(key, originalBlob(id));
    const { ocr, timeoutMs, fileTimeoutMs, memoryBytes } = this.config;
    const output = this.programs.run({
      script: EXTRACT_TEXT,
      args: [format, JSON.stringify({ ocr })],
      content,
      limits: { timeoutMs: ocr && WITH_PICTURES.has(format) ? fileTimeoutMs : timeoutMs, memoryBytes },
      signal,
    });
    let pagesReadByOcr = 0;
    const text = Readable.from(
      splitExtractedText(output, (report) => {
        ({ pagesReadByOcr } = report);
      }),
    );
    const { bytes: textBytes } = await this.encrypted.write(key, textBlob(id), text, { signal });
    return { textBytes, pagesReadByOcr };
  }
}

/** Returns `Invalid file: <why>` (contract: Upload). The format is one of a fixed list, so no input is quoted. */
const invalidFile = (why: Unreadable, format: FormatName): AppError =>
  invalid(
    why === 'other_type' ? `its content is not that of a .${usualExtension(format)} file` : REASONS[why],
  );

const usualExtension = (format: FormatName): string =>
  FORMATS.find(({ name }) => name === format)!.extensions[0]!;

const unknownFormat = (): AppError =>
  invalid(
    `its name must end in one of ${FORMATS.flatMap(({ extensions }) => extensions.map((end) => `.${end}`)).join(' ')}`,
  );

const invalid = (why: string): AppError => new AppError('invalid_file', `Invalid file: ${why}`);
