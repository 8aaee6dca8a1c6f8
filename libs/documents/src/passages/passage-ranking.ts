import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import { IsolatedPrograms, ReadingSlots } from '@app/isolation';
import { rankPassages, type RankedPassage, type RankingRequest } from './rank-passages';

const SCRIPT = join(__dirname, 'rank-passages.process.js');
/** Up to this size, ranking takes a few milliseconds, less than starting a process. */
const RANKED_HERE_BYTES = 64 * 1024;

export interface StoredText {
  bytes: number;
  open(): Promise<Readable>;
}

/**
 * Ranks passages of short documents directly, and those of long documents in a separate process, with a limit for
 * concurrent users.
 */
@Injectable()
export class PassageRanking {
  private readonly slots: ReadingSlots;

  constructor(
    @Inject(documentsConfig.KEY) private readonly limits: DocumentsConfig,
    private readonly programs: IsolatedPrograms,
  ) {
    this.slots = new ReadingSlots(limits.concurrency);
  }

  async rank(
    { userId }: Owner,
    documents: readonly StoredText[],
    { question, maxLength }: Pick<RankingRequest, 'question' | 'maxLength'>,
    signal: AbortSignal,
  ): Promise<RankedPassage[]> {
    const bytes = documents.reduce((sum, document) => sum + document.bytes, 0);
    if (bytes <= RANKED_HERE_BYTES) {
      const texts = await Promise.all(documents.map(async (document) => text(await document.open())));
      return rankPassages(texts, question, maxLength);
    }
    const documentBytes = documents.map((document) => document.bytes);
    return this.slots.run(userId, async () => {
      signal.throwIfAborted();
      const content = Readable.from(request({ question, maxLength, documentBytes }, documents));
      const answer = this.programs.run({ script: SCRIPT, args: [], content, limits: this.limits, signal });
      return JSON.parse((await buffer(answer)).toString('utf8')) as RankedPassage[];
    });
  }
}

async function* request(head: RankingRequest, documents: readonly StoredText[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  for (const document of documents) yield* (await document.open()) as AsyncIterable<Buffer>;
}
