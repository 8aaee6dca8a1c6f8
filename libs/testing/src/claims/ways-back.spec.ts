import { filesEnding, read } from './files';

/**
 * Every place of the product that restores values, with the test that shows for it that no value gets into an address. A new
 * way back must be listed here with such a test: it tries `HOSTILE_FORMS`.
 */
const TESTS: Readonly<Record<string, string>> = {
  'libs/anonymization/src/pseudonymization/restoring/restore-in-steps.ts':
    'libs/anonymization/src/pseudonymization/records/hostile-restore.spec.ts',
  // Whole texts, JSON and streams, of cases, chats, jobs and sealed mappings
  'libs/restoring/src/restore-texts.ts':
    'libs/anonymization/src/pseudonymization/restoring/hostile-addresses.spec.ts',
  // Chats and their titles
  'libs/sessions/src/sending/send-prompt.ts':
    'libs/anonymization/src/pseudonymization/restoring/hostile-addresses.spec.ts',
  'libs/sessions/src/sending/title-chat.ts':
    'libs/anonymization/src/pseudonymization/restoring/hostile-addresses.spec.ts',
  'libs/litellm/src/guard-call.ts':
    'libs/anonymization/src/pseudonymization/restoring/hostile-addresses.spec.ts',
  // All dialects of the gateway, and batches
  'libs/openai-gateway/src/restore-answer.ts': 'libs/openai-gateway/src/repeated-texts.spec.ts',
  'libs/openai-gateway/src/responses/restoring-texts.ts': 'libs/openai-gateway/src/repeated-texts.spec.ts',
  'libs/files/src/restore-file.ts': 'test/e2e/files/hostile-files.ts',
  'apps/api/src/restore/restore.controller.ts':
    'libs/anonymization/src/pseudonymization/restoring/hostile-addresses.spec.ts',
  'apps/cli/src/work/cases.ts': 'libs/anonymization/src/pseudonymization/restoring/hostile-addresses.spec.ts',
};
/** Places that restore texts of the service itself, or only a text that is one whole value */
const WITHOUT_ADDRESSES: ReadonlySet<string> = new Set([
  'libs/doctor/src/checks/prompt.check.ts',
  'libs/mcp-gateway/src/mcp-gateway.ts',
  'libs/private-model/src/warm-up.ts',
]);

const RESTORES =
  /\.(?:restoreWithValues|restoreJson|beginJson|continuing)\(|\brestorer\.(?:begin|restore)\(|\b(?:restoreTexts|get\(RestoreTexts\))\.(?:execute|stream)\(/;

describe('every way back of a value', () => {
  const found = filesEnding('.ts')
    .filter((file) => /^(?:apps|libs)\/(?!testing\/)[^/]+\/src\//.test(file) && !file.endsWith('spec.ts'))
    .filter((file) => !file.endsWith('restoring/restore.ts') && !file.endsWith('misread-spans.ts'))
    .filter((file) => RESTORES.test(read(file)));

  it('is listed with a test that tries to carry a value to an address', () => {
    expect(found.filter((file) => !WITHOUT_ADDRESSES.has(file)).toSorted()).toEqual(
      Object.keys(TESTS).toSorted(),
    );
  });

  it.each([...new Set(Object.values(TESTS))])('is tried with hostile forms in %s', (test) => {
    expect(read(test)).toMatch(/HOSTILE_FORMS|evil\./);
  });
});
