import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import { runIsolated } from '../isolated-process';
import { rankPassages, type RankedPassage } from './rank-passages';
import type { RankingRequest } from './ranking-protocol';

const SCRIPT = join(__dirname, 'rank-passages.process.js');
/** Up to here ranking takes less time than starting a process does: a few milliseconds. */
const RANKED_HERE_BYTES = 64 * 1024;

export interface StoredText {
  bytes: number;
  open(): Promise<Readable>;
}

/** Ranks passages: of short documents at once, of long ones in a process of its own. */
@Injectable()
export class PassageRanking {
  constructor(@Inject(documentsConfig.KEY) private readonly limits: DocumentsConfig) {}

  async rank(
    documents: readonly StoredText[],
    question: string,
    maxLength: number,
    signal: AbortSignal,
  ): Promise<RankedPassage[]> {
    const bytes = documents.reduce((sum, document) => sum + document.bytes, 0);
    if (bytes <= RANKED_HERE_BYTES) {
      const texts = await Promise.all(documents.map(async (document) => text(await document.open())));
      return rankPassages(texts, question, maxLength);
    }
    const documentBytes = documents.map((document) => document.bytes);
    const content = Readable.from(request({ question, maxLength, documentBytes }, documents));
    const answer = runIsolated({ script: SCRIPT, args: [], content, limits: this.limits, signal });
    return JSON.parse((await buffer(answer)).toString('utf8')) as RankedPassage[];
  }
}

async function* request(head: RankingRequest, documents: readonly StoredText[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  for (const document of documents) yield* (await document.open()) as AsyncIterable<Buffer>;
}
