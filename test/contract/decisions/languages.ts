import type { Decisions } from './proof';

const E2E = 'test/e2e/';
const ROWS = 'test/contract/interface-rows.ts';

/** Languages and choices (contract: Languages and choices). */
export const ON_LANGUAGES: Decisions = {
  '3: languages in any form': [ROWS, 'chat / lang'],
  '3: both spellings of choices': [ROWS, 'chat / choices'],
  '3: regions of numbers': [
    'libs/anonymization/src/detection/recognizers/phones/phone.recognizer.spec.ts',
    'describe(',
  ],
  '3: an empty choice': [
    'apps/api/src/chat/read-prompt.spec.ts',
    'hides nothing new where nothing is to be anonymized',
  ],
  '3: choices in a form': [`${E2E}transcription-job.e2e-spec.ts`, "choices: 'Names,Emails'"],
};
