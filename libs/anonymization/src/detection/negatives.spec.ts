import { LANGUAGE_CODES, type LanguageCode } from '../../data/languages';
import { type NegativeText, readNegatives } from '../../testing/negatives/read-negatives';
import { DEFAULT_TYPES, type EntityType } from '../kinds/entity-type';
import type { Span } from '../text/spans/span';
import { parseLanguage } from '../text/language';
import { createDetector } from './create-detector';

/**
 * The largest share of characters, in percent, that detection may hide in these texts. Each bar is the measured share, rounded
 * up to the next tenth. The goal is 0.3.
 */
const BARS = {
  language: { de: 0.5, en: 0.5, es: 0.5, fr: 0.5, it: 1, nl: 0.3, pl: 0.5, pt: 0.6 },
  domain: { clinic: 0.4, law: 0.3, school: 0.7, chat: 1.4, trade: 0.5, forms: 0.9, work: 0.1, leisure: 0.6 },
} as const satisfies { language: Record<LanguageCode, number>; domain: Record<string, number> };

const TEXTS = readNegatives();

describe('Texts without personal data', () => {
  const found = new Map<NegativeText, readonly Span[]>();
  beforeAll(async () => {
    const detector = await createDetector({ threads: 1 });
    for (const language of LANGUAGE_CODES) {
      const texts = TEXTS.filter((text) => text.language === language);
      const spans = await detector.detect(
        texts.map(({ text }) => text),
        parseLanguage(language),
      );
      for (const [at, text] of texts.entries()) found.set(text, spans[at]!.filter(isHidden));
    }
    await detector.close();
  });

  it('exist twice for each language and domain', () => {
    const pairs = LANGUAGE_CODES.flatMap((language) =>
      Object.keys(BARS.domain).flatMap((domain) => Array<string>(2).fill(`${language} ${domain}`)),
    );
    expect(TEXTS.map(({ language, domain }) => `${language} ${domain}`)).toEqual(pairs);
  });

  it.each(Object.entries(BARS.language))(
    'in %s are hidden up to %d %% of their characters',
    (language, bar) => expect(hiddenAbove(bar, (text) => text.language === language)).toEqual([]),
  );

  it.each(Object.entries(BARS.domain))('about %s are hidden up to %d %% of their characters', (domain, bar) =>
    expect(hiddenAbove(bar, (text) => text.domain === domain)).toEqual([]),
  );

  /** Returns what is hidden in the texts of a row, with the share of the characters, if the share is above the bar. */
  function hiddenAbove(bar: number, isInRow: (text: NegativeText) => boolean): string[] {
    const row = TEXTS.filter(isInRow);
    const length = row.reduce((sum, { text }) => sum + text.length, 0);
    const hidden = row.flatMap((text) => found.get(text)!.map((span) => ({ ...text, ...span })));
    const percent = (100 * hidden.reduce((sum, { start, end }) => sum + end - start, 0)) / length;
    if (percent <= bar) return [];
    return [
      `${percent.toFixed(3)} % of ${length} characters`,
      ...hidden.map(
        ({ language, domain, title, type, text, start, end }) =>
          `${language} ${domain} (${title}) ${type}: ${text.slice(start, end)}`,
      ),
    ];
  }
});

const isHidden = ({ type }: { type: EntityType }): boolean => DEFAULT_TYPES.includes(type);
