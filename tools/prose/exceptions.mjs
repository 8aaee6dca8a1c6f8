/**
 * Phrases that stay in a file or, with a slash at its end, in a folder.
 *
 * @type {{ file: string, phrase: string, reason: string }[]}
 */
export const EXCEPTIONS = [
  {
    file: 'libs/audit/src/audit-event.entity.ts',
    phrase: 'nobody',
    reason: 'a stored value of the column actor',
  },
  {
    file: 'libs/database/src/migrations/1763702000000-create-audit-events.ts',
    phrase: 'nobody',
    reason: 'a stored value of the column actor',
  },
  {
    file: 'libs/anonymization/src/kinds/kinds.ts',
    phrase: 'Organisation',
    reason: 'the German name of a kind',
  },
  {
    file: 'apps/console/src/privacy/kind-table.ts',
    phrase: 'Organisation',
    reason: 'the German name of a kind',
  },
  {
    file: 'apps/console/src/audit/words.ts',
    phrase: 'Organisation',
    reason: 'the German name of a kind of object',
  },
  {
    file: 'apps/console/src/privacy/function-words.ts',
    phrase: 'door',
    reason: 'a Dutch preposition',
  },
  {
    file: 'libs/transcription/model/NOTICE.md',
    phrase: 'whom',
    reason: 'the text of a license',
  },
];

const LIMIT = 20;

/** Returns the findings that no exception covers, and a line for each fault of the exceptions themselves. */
export function applyExceptions(findings, exceptions) {
  const unused = new Set(exceptions);
  const left = findings.filter((finding) => {
    const covering = exceptions.filter((exception) => covers(exception, finding));
    for (const exception of covering) unused.delete(exception);
    return covering.length === 0;
  });
  const faults = [...unused].map(
    ({ file, phrase }) => `exception "${phrase}" for ${file} is not used; delete it`,
  );
  if (exceptions.length > LIMIT) faults.push(`${exceptions.length} exceptions; the limit is ${LIMIT}`);
  return { left, faults: faults.map((fault) => `tools/prose/exceptions.mjs: ${fault}`) };
}

const covers = ({ file, phrase }, finding) =>
  (file.endsWith('/') ? finding.file.startsWith(file) : finding.file === file) &&
  finding.phrase.toLowerCase() === phrase.toLowerCase();
