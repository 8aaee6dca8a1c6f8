import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, type Owner } from '@app/common';
import { EncryptedBlobs } from '@app/storage';
import { DocumentsStore, textBlob } from '../store/documents.store';
import { UnreadableFile } from '@app/file-formats';
import type { Passage } from './rank-passages';
import { PassageRanking, type StoredText } from './passage-ranking';

/** More UTF-16 code units than one token ever has. A longer text cannot fit and need not be ranked. */
const UNITS_PER_TOKEN = 8;

export interface PassageRequest {
  /** In the order in which they were attached. */
  documentIds: readonly string[];
  /** The text to which the passages should be relevant. */
  prompt: string;
  /** The limit for the passages, in tokens. */
  tokens: number;
  countTokens: (text: string) => Promise<number>;
}

export interface DocumentPassage extends Passage {
  documentId: string;
}

export interface PassageSelection {
  /** In document order. */
  passages: DocumentPassage[];
  /** Whether the passages are the whole content. If not, the prompt tells the model that parts are missing. */
  complete: boolean;
}

/** Selects the passages of a chat's documents that are sent with a prompt (contract: Chat). */
@Injectable()
export class DocumentPassages {
  constructor(
    private readonly documents: DocumentsStore,
    private readonly blobs: EncryptedBlobs,
    private readonly ranking: PassageRanking,
  ) {}

  /** Skips documents that were deleted meanwhile. */
  async select(owner: Owner, request: PassageRequest, signal: AbortSignal): Promise<PassageSelection> {
    const { documentIds, tokens, countTokens } = request;
    const documents = await this.load(owner, documentIds);
    if (documents.length === 0) return { passages: [], complete: true };
    const ranked = await this.rank(owner, documents, request, signal);
    const passages: (DocumentPassage & { document: number })[] = [];
    let room = tokens;
    for (const passage of ranked) {
      room -= await countTokens(passage.text);
      if (room < 0) break;
      await setImmediate(); // Yields to other work between passages.
      passages.push({ ...passage, documentId: documents[passage.document]!.id });
    }
    passages.sort((a, b) => a.document - b.document || a.start - b.start);
    return { passages, complete: isComplete(documents, passages) };
  }

  private async rank(
    owner: Owner,
    documents: readonly StoredText[],
    { prompt: question, tokens }: PassageRequest,
    signal: AbortSignal,
  ) {
    try {
      const maxLength = tokens * UNITS_PER_TOKEN;
      return await this.ranking.rank(owner, documents, { question, maxLength }, signal);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw new AppError(
        'unavailable',
        "The chat's documents take too long to search; try again later",
        {},
        { cause: error },
      );
    }
  }

  private async load(owner: Owner, ids: readonly string[]): Promise<(StoredText & { id: string })[]> {
    const texts = await this.documents.texts(owner, ids);
    return texts.map(({ id, bytes, key }) => ({
      id,
      bytes,
      open: () => this.blobs.read(key, textBlob(id)),
    }));
  }
}

function isComplete(documents: readonly { bytes: number }[], passages: readonly Passage[]): boolean {
  const sent = passages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return sent === documents.reduce((sum, { bytes }) => sum + bytes, 0);
}
