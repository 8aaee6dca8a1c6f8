import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Document } from './score';

/** Returns the folder of annotated corpora: the one named on the command line, else the one next to the repository. */
export const CORPORA =
  process.argv.slice(2).find((argument) => !argument.startsWith('--')) ??
  join(__dirname, '../../../shared/data/ner');

export interface DevSet {
  name: string;
  language: 'en' | 'de';
  domain: string;
  /** Whether it counts in the mean of its language. */
  counts: boolean;
}

/** The sets in reports. */
export const DEV_SETS: readonly DevSet[] = [
  { name: 'uner_ewt.en.dev', language: 'en', domain: 'web, sentences', counts: true },
  { name: 'uner_ewt_email.en.dev', language: 'en', domain: 'e-mails, whole', counts: true },
  { name: 'wnut17.en.dev', language: 'en', domain: 'social media', counts: true },
  { name: 'btc.en.dev', language: 'en', domain: 'tweets', counts: true },
  { name: 'sgd.en.dev', language: 'en', domain: 'assistant chat', counts: true },
  { name: 'europarl_ner.en.test', language: 'en', domain: 'parliament', counts: true },
  { name: 'smartdata.de.test', language: 'de', domain: 'news, press, tweets', counts: true },
  { name: 'ler.de.dev', language: 'de', domain: 'court decisions', counts: true },
  { name: 'europarl_ner.de.test', language: 'de', domain: 'parliament', counts: true },
  { name: 'btc.en.test', language: 'en', domain: 'tweets', counts: false },
  { name: 'multiconer1.en.dev', language: 'en', domain: 'wiki, lower case', counts: false },
  { name: 'multiconer1.de.dev', language: 'de', domain: 'wiki, lower case', counts: false },
  { name: 'mobie.de.dev', language: 'de', domain: 'traffic reports', counts: false },
];

/** @param name of a corpus without its file extension */
export function readCorpus(name: string): Document[] {
  return gunzipSync(readFileSync(join(CORPORA, `${name}.jsonl.gz`)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Document);
}

/** Returns every corpus of the folder, sorted by name. */
export function corpusNames(): string[] {
  return readdirSync(CORPORA)
    .filter((file) => file.endsWith('.jsonl.gz'))
    .map((file) => file.replace('.jsonl.gz', ''))
    .sort();
}
