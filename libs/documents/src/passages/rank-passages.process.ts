/**
 * A process that ranks passages of long documents, off the event loop of its caller. It reads question and documents from
 * standard input, because other users can read arguments, and writes the passages as JSON.
 */
import { receiveRequest } from '@app/file-formats';
import { rankPassages, type RankingRequest } from './rank-passages';

async function main(): Promise<void> {
  const { request: input, answer } = await receiveRequest();
  const body = input.indexOf('\n') + 1;
  const request = JSON.parse(input.toString('utf8', 0, body)) as RankingRequest;
  let at = body;
  const documents = request.documentBytes.map((bytes) => input.toString('utf8', at, (at += bytes)));
  const passages = rankPassages(documents, request.question, request.maxLength);
  answer.end(JSON.stringify(passages));
}

main().catch(() => process.exit(1));
