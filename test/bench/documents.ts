/**
 * What hostile and huge uploads cost others: `npm run bench:documents [-- SECONDS]`. Reads the latency of another
 * user's requests without and during the uploads, what each upload is answered, and the memory of the api process.
 */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import {
  docxFile,
  encryptedPdfFile,
  pdfFile,
  startSystem,
  startUpstream,
  type TestSystem,
} from '@app/testing';
import { watchMemory } from './processes';

const MIB = 1024 ** 2;
const SECONDS = Number(process.argv[2] ?? 20);
const EVERY_MS = 20;
const LINE = 'Frau Anna Weber und Herr Karl Schmidt besprechen am Montag den Vertrag mit der Nummer ';

type Headers = Record<string, string>;

async function main(): Promise<void> {
  const uploads = await hostileFiles();
  const upstream = await startUpstream();
  const env = { LLM_BASE_URL: upstream.baseUrl, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const system = await startSystem(env, ['api']);
  try {
    const [other, sender] = [await system.user(), await system.user()];
    const ask = () => history(system, other.authorization);
    await probe(ask, setTimeout(3_000));
    const quiet = await probe(ask, setTimeout(SECONDS * 1_000));
    const memory = watchMemory(() => [system.api.pid]);
    const during = await probe(ask, sendAll(system, sender.authorization, uploads));
    const chat = await probe(ask, askAboutBook(system, sender.authorization, uploads[0]!.content));
    console.log(`\nother requests     p50      p99   (ms)`);
    for (const [name, times] of Object.entries({ quiet, uploads: during, 'chat on 20 MB': chat }))
      console.log(`${name.padEnd(15)} ${at(times, 0.5)} ${at(times, 0.99)}   of ${times.length}`);
    console.log(`\nmemory of the api process: at most ${Math.round(memory.stop() / MIB)} MiB`);
  } finally {
    await system.stop();
    await upstream.stop();
  }
}

interface HostileFile {
  name: string;
  content: Buffer;
}

async function hostileFiles(): Promise<HostileFile[]> {
  return [
    { name: '20 MB of text.txt', content: Buffer.from(LINE.repeat((20 * MIB) / LINE.length)) },
    { name: '500 pages.pdf', content: pdfFile(Array.from({ length: 500 }, (_, i) => `${LINE}${i}`)) },
    { name: 'zip bomb of 900 MB.docx', content: await docxFile(Buffer.alloc(900 * MIB, ' ')) },
    { name: 'encrypted.pdf', content: encryptedPdfFile() },
    { name: 'program.pdf', content: readFileSync(process.execPath).subarray(0, 20 * MIB) },
    { name: 'eight million arrays.json', content: Buffer.from(`[${'[],'.repeat(8e6)}[]]`) },
  ];
}

async function sendAll(
  system: TestSystem,
  authorization: Headers,
  files: readonly HostileFile[],
): Promise<void> {
  for (const { name, content } of files) {
    const startedAt = performance.now();
    const response = await upload(system, authorization, name, content);
    const { message } = (await response.json()) as { message: string };
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${name.padEnd(26)} ${seconds.padStart(5)} s  ${response.status} ${message}`);
  }
}

async function askAboutBook(system: TestSystem, authorization: Headers, book: Buffer): Promise<void> {
  const { data: doc } = (await (await upload(system, authorization, 'book.txt', book)).json()) as {
    data: string;
  };
  const startedAt = performance.now();
  const response = await fetch(system.ai('chat'), {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      lang: 'de',
      prompt: 'Was steht im Vertrag?',
      choices: ['Names', 'Emails', 'Phone'],
      model: 'test-model',
      anonymized: true,
      doc,
    }),
  });
  await response.arrayBuffer();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${'chat about 20 MB of text'.padEnd(26)} ${seconds.padStart(5)} s  ${response.status}`);
}

const upload = (system: TestSystem, authorization: Headers, name: string, content: Buffer) =>
  fetch(system.ai('upload'), {
    method: 'POST',
    headers: { ...authorization, 'file-name': encodeURIComponent(name) },
    body: content,
  });

async function history(system: TestSystem, authorization: Headers): Promise<void> {
  const response = await fetch(system.ai('history'), { headers: authorization });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The api answered ${response.status}`);
}

/** How long each of many requests takes, one every 20 ms, while `work` goes on. */
async function probe(ask: () => Promise<void>, work: Promise<unknown>): Promise<number[]> {
  const ended = new AbortController();
  const done = work.finally(() => ended.abort());
  const times: number[] = [];
  while (!ended.signal.aborted) {
    const startedAt = performance.now();
    await ask();
    times.push(performance.now() - startedAt);
    await setTimeout(EVERY_MS);
  }
  await done;
  return times.sort((a, b) => a - b);
}

const at = (times: readonly number[], share: number): string =>
  (times[Math.floor((times.length - 1) * share)] ?? Number.NaN).toFixed(1).padStart(8);

void main();
