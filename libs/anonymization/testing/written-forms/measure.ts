import { hide, restore } from '../hide-and-restore';
import type { Detector } from '../../src/detection/detector';
import { EntityTable } from '../../src/pseudonymization/entities/entity-table';
import { BASIC_TYPES, type BasicType, type ReplacementStyle } from '../../src/kinds/entity-type';
import { parseLanguage } from '../../src/text/language';
import { WRITTEN_FORMS, type WrittenForm } from './forms';
import { leftOver } from './left-over';
import { CARRIERS, VALUES } from './values';

/** One text with a value in one form, and the result. */
export interface FormCase {
  type: BasicType;
  form: string;
  style: ReplacementStyle;
  value: string;
  text: string;
  sent: string;
  left: ReturnType<typeof leftOver>;
  /** Whether the text was restored byte for byte */
  comesBack: boolean;
}

export interface FormSet {
  forms: readonly WrittenForm[];
  values: Readonly<Record<BasicType, readonly string[]>>;
  carriers: Readonly<Record<BasicType, readonly ((value: string) => string)[]>>;
}

/** The owner of cached findings, which are reused for the other styles. */
const FOR_EACH_STYLE = { owner: 'forms' };

export const OWN_FORMS: FormSet = { forms: WRITTEN_FORMS, values: VALUES, carriers: CARRIERS };

/** Detects, hides and restores every value of the set in every form and carrier, or every `step`-th of the cases of each form. */
export async function measureForms(
  detector: Detector,
  { forms, values, carriers }: FormSet,
  style: ReplacementStyle = 'placeholders',
  step = 1,
): Promise<FormCase[]> {
  const language = parseLanguage('de');
  const cases: FormCase[] = [];
  for (const { name, types, write } of forms) {
    let known = 0;
    for (const type of types) {
      for (const value of values[type]) {
        const written = write(value);
        if (written === undefined) continue;
        for (const carrier of carriers[type]) {
          known += 1;
          if ((known - 1) % step !== 0) continue;
          const text = carrier(written);
          const [spans = []] = await detector.detect([text], language, undefined, FOR_EACH_STYLE);
          const table = EntityTable.create(style);
          const { text: sent } = await hide(table, { text, spans, choices: BASIC_TYPES, language });
          const comesBack = (await restore(sent, table, [sent])) === text;
          cases.push({
            type,
            form: name,
            style,
            value,
            text,
            sent,
            left: leftOver(sent, value, type),
            comesBack,
          });
        }
      }
    }
  }
  return cases;
}
