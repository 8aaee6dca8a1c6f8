/**
 * `npm run docs:evidence`: writes the page of the tests that documents cite, and the link definitions at the end of
 * those documents.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  EVIDENCE_PAGE,
  evidencePage,
  faultsOf,
  findEvidence,
  readDocuments,
  readSources,
  withDefinitions,
} from '../../libs/testing/src/claims/test-evidence';

process.chdir(resolve(__dirname, '../..'));
const evidence = findEvidence(readSources());
const documents = readDocuments();
const faults = faultsOf(evidence, documents);

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
} else {
  mkdirSync(dirname(EVIDENCE_PAGE), { recursive: true });
  writeFileSync(EVIDENCE_PAGE, evidencePage(evidence, documents));
  for (const [path, text] of documents) {
    const linked = withDefinitions(path, text);
    if (linked !== text) writeFileSync(path, linked);
  }
}
