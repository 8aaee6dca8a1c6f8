import { markedText } from '../../../testing/marked-text';
import { RecordsInMemory } from '../../../testing/records-in-memory';
import { ENTITY_TYPES } from '../../kinds/kinds';
import { parseLanguage } from '../../text/language';

const NAME = 'Hans Müller';
const language = parseLanguage('de');

/** Texts of 400,000 characters. Reading the rest of a run at each of its characters takes minutes. */
const RUNS: Readonly<Record<string, string>> = {
  'one word': 'x'.repeat(400_000),
  'Chinese characters without punctuation': '漢'.repeat(400_000),
  'letters with marks': 'e\u0301'.repeat(200_000),
  'words of 880 letters': `${'x'.repeat(880)} `.repeat(450),
  digits: '7'.repeat(400_000),
  'letters between apostrophes': "a'".repeat(200_000),
  apostrophes: "'".repeat(400_000),
};

describe('a text that is one long run', () => {
  const store = new RecordsInMemory('surrogates');
  let replacement = '';

  beforeAll(async () => {
    const { text, spans } = markedText(`{N:${NAME}}`);
    const [hidden] = await store.hide([{ text, spans, choices: ENTITY_TYPES, language }]);
    replacement = hidden!.text;
  });

  it.each(Object.entries(RUNS))(
    'is restored with a stored table as fast as other texts: %s',
    async (_, run) => {
      expect(await store.restore(`${replacement}. ${run}`)).toBe(`${NAME}. ${run}`);
    },
  );

  it.each(Object.entries(RUNS))(
    'is hidden with a stored table as fast as other texts: %s',
    async (_, run) => {
      const text = `${NAME}. ${run}`;
      const spans = [{ start: 0, end: NAME.length, type: 'Names' as const, score: 1 }];
      const [hidden] = await store.hide([{ text, spans, choices: ENTITY_TYPES, language }]);
      expect(hidden!.text).toBe(`${replacement}. ${run}`);
    },
  );
});
