/**
 * A process that chooses passages of long documents, off the event loop of the program that asks. Standard input
 * carries question and documents (arguments could be read by others), descriptor 3 the passages as JSON.
 */
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { rankPassages } from './rank-passages';
import type { RankingRequest } from './ranking-protocol';

const ANSWER_DESCRIPTOR = 3;

async function main(): Promise<void> {
  const input = await buffer(process.stdin);
  const body = input.indexOf('\n') + 1;
  const request = JSON.parse(input.toString('utf8', 0, body)) as RankingRequest;
  let at = body;
  const documents = request.documentBytes.map((bytes) => input.toString('utf8', at, (at += bytes)));
  const passages = rankPassages(documents, request.question, request.maxLength);
  writeFileSync(ANSWER_DESCRIPTOR, JSON.stringify(passages));
}

main().catch(() => process.exit(1));
