import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { packageRoot } from '@app/common';
import { fold } from './fold';

let words: ReadonlySet<string> | undefined;

/** Whether a word, folded, is an everyday one of English or German (`data/README.md` says where the list comes from). */
export function isCommonWord(folded: string): boolean {
  words ??= read();
  return words.has(folded);
}

/** Read once, when it is first asked for. */
function read(): ReadonlySet<string> {
  const file = join(packageRoot(), 'libs/anonymization/data/common-words.txt.gz');
  return new Set(gunzipSync(readFileSync(file)).toString('utf8').split('\n').map(fold));
}
