import { Inject, Injectable } from '@nestjs/common';
import type { AnonymizedText } from '@app/anonymization';
import { AppError, type Owner } from '@app/common';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import { changesOfLines, pictureAlone } from '@app/file-formats';
import { EditFiles, type FileToEdit } from '@app/isolation';

/** An image of a prompt. */
export interface PromptImage {
  /** The field of the request that contains it */
  field: string;
  format: 'png' | 'jpeg';
  content: Buffer;
}

/** An image that OCR read. */
export interface ReadImage {
  /** Its words, a line for each line */
  text: string;
  field: string;
  file: FileToEdit;
  /** The length of each line */
  lengths: readonly number[];
  /** What the format remembers from reading */
  memory: readonly unknown[];
}

/**
 * Reads the images of prompts by OCR, and paints over the values in them (contract: Policy and own terms). An image that cannot
 * be read is never sent.
 */
@Injectable()
export class PromptImages {
  constructor(
    @Inject(documentsConfig.KEY) private readonly config: DocumentsConfig,
    private readonly editFiles: EditFiles,
  ) {}

  /** @throws AppError `image_unreadable` if OCR finds no words, or reads them with too little confidence */
  async read({ userId }: Owner, image: PromptImage, signal: AbortSignal): Promise<ReadImage> {
    const { field, format, content } = image;
    if (!this.config.ocr) throw unreadable(field, 'this deployment reads no images (OCR=off)');
    const file = { userId, format, content, drop: [] };
    const { texts, memory } = await this.editFiles.read(file, signal).catch(refused(field));
    const lines = texts.map(({ text }) => text);
    return { text: lines.join('\n'), field, file, lengths: lines.map(({ length }) => length), memory };
  }

  /**
   * Returns the image without metadata, and with values and uncertain words painted over.
   *
   * @param hidden the text of the image with replacements
   * @throws AppError `image_unreadable` if a second reading still finds a value
   */
  async paint(
    { text, field, file, lengths, memory }: ReadImage,
    hidden: AnonymizedText,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const changes = changesOfLines(lengths, hidden.changes);
    const values = new Set(hidden.changes.map(({ start, end }) => text.slice(start, end)));
    const write = async (): Promise<Buffer> => {
      const { content } = await this.editFiles.write(file, { changes, memory }, signal);
      if (values.size > 0) await this.editFiles.check({ ...file, content }, [...values], signal);
      return content;
    };
    return write().catch(refused(field));
  }
}

/** Returns an image that is sent unread, without its metadata. @throws AppError `image_unreadable` if it is damaged */
export function withoutMetadata({ field, content }: PromptImage): Buffer {
  const alone = pictureAlone(content);
  if (!alone) throw unreadable(field, 'it is damaged');
  return alone;
}

const REFUSALS: ReadonlySet<AppError['code']> = new Set(['invalid_file', 'file_unverifiable', 'too_large']);

/** Converts the refusal of a file to that of an image. */
const refused =
  (field: string) =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
    throw unreadable(field, error.message.slice(error.message.indexOf(':') + 2), error);
  };

function unreadable(field: string, why: string, cause?: unknown): AppError {
  const message = `has an image that is not sent: ${why}`;
  return new AppError('image_unreadable', `${field} ${message}`, { errors: [{ field, message }] }, { cause });
}
