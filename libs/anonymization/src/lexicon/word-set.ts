import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { packageRoot } from '@app/common';

/**
 * A large set of words in little memory: sorted 32-bit hashes. A word that is not in a set of 100,000 is taken for
 * one that is with a chance of 1 in 40,000, which a list of names can bear.
 */
export class WordSet {
  private readonly hashes: Uint32Array;

  constructor(words: readonly string[]) {
    this.hashes = Uint32Array.from(words, hashOf).sort();
  }

  has(word: string): boolean {
    const hash = hashOf(word);
    let [from, to] = [0, this.hashes.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.hashes[middle] ?? 0) < hash) from = middle + 1;
      else to = middle;
    }
    return this.hashes[from] === hash;
  }
}

/** FNV-1a over UTF-16 units, mixed once more at the end. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * The words of a list in `libs/anonymization/data`, such as `first-names`.
 *
 * @throws Error that names the file where it is missing
 */
export function readWords(list: string): string[] {
  const file = join(packageRoot(), 'libs/anonymization/data', `${list}.txt.gz`);
  return gunzipSync(readFileSync(file)).toString('utf8').split('\n');
}
