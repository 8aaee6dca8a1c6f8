import { folderOf, kindOf } from './files.mjs';

it.each([
  ['README.md', '.md'],
  ['libs/anonymization/data/README.md', '.md'],
  ['docs/privacy/en/limits.md', '.md'],
  ['docs/privacy/de/limits.md', undefined],
  ['README.de.md', undefined],
  ['apps/console/src/texts/en.ts', '.code'],
  ['apps/console/src/texts/de.ts', undefined],
  ['apps/console/src/chat/chat.tsx', '.code'],
  ['tools/build.mjs', '.code'],
  ['tools/prose/words.mjs', undefined],
  ['libs/jobs/src/job.spec.ts', '.titles'],
  ['libs/policy/src/policies.module-spec.ts', '.titles'],
  ['libs/anonymization/testing/mangling/by-hand.ts', '.titles'],
  ['libs/anonymization/data/languages.ts', undefined],
  ['test/e2e/api/access.ts', '.titles'],
  ['test/bench/jobs.ts', '.code'],
  ['test/fixtures/speech/NOTICE.md', undefined],
  ['docker/helm/privacy-chat/templates/NOTES.txt', '.plain'],
  ['docker/Dockerfile', '.plain'],
  ['.env.example', '.plain'],
  ['.ci/run', '.plain'],
  ['package-lock.json', undefined],
])('%s is read as %s', (file, kind) => {
  expect(kindOf(file)).toBe(kind);
});

it.each([
  ['libs/jobs/src/job.ts', 'libs/jobs'],
  ['tools/prose/check.mjs', 'tools'],
  ['docs/concepts/glossary.md', 'docs'],
  ['README.md', 'root'],
  ['.ci/run', 'root'],
])('%s counts for %s', (file, folder) => {
  expect(folderOf(file)).toBe(folder);
});
