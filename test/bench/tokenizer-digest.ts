import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { tokenize } from '../../libs/anonymization/src/detection/entity-model/tokenizer';
import { readVocabulary } from '../../libs/anonymization/src/detection/entity-model/vocabulary';
import { corpusNames, readCorpus } from './corpora';

/**
 * Prints one digest per corpus over every piece and offset: `npm run bench:tokenizer [-- CORPORA] > node.txt`.
 * `tokenizer-digest.py` prints the digests of the training side; both outputs must be equal.
 */

const vocabulary = readVocabulary(join(__dirname, '../../libs/anonymization/model/vocabulary.json.gz'));

for (const name of corpusNames()) {
  const hash = createHash('sha256');
  for (const { text } of readCorpus(name)) {
    const { ids, starts, ends } = tokenize(text.replace(/\p{Surrogate}/gu, '\uFFFD'), vocabulary);
    hash.update(`${ids.join()};${starts.join()};${ends.join()}\n`);
  }
  console.log(`${name} ${hash.digest('hex')}`);
}
