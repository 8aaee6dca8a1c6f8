import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Document } from './score';

/** The annotated corpora: the folder named on the command line, else the one beside the repository. */
export const CORPORA = process.argv[2] ?? join(__dirname, '../../../shared/data/ner');

/** The sets that results are reported on: English, German, then further ones. */
export const DEV_SETS = {
  en: [
    'uner_ewt.en.dev',
    'uner_ewt_email.en.dev',
    'wnut17.en.dev',
    'btc.en.dev',
    'sgd.en.dev',
    'europarl_ner.en.test',
  ],
  de: ['smartdata.de.test', 'ler.de.dev', 'europarl_ner.de.test'],
  more: ['btc.en.test', 'multiconer1.en.dev', 'multiconer1.de.dev', 'mobie.de.dev'],
} as const;

/** @param name of a corpus without its ending */
export function readCorpus(name: string): Document[] {
  return gunzipSync(readFileSync(join(CORPORA, `${name}.jsonl.gz`)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Document);
}

export const languageOf = (name: string): string => (name.includes('.de.') ? 'de' : 'en');
