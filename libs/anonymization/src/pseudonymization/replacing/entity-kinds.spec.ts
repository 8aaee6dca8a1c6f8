import { packageRoot } from '@app/common';
import { hide } from '../../../testing/hide-and-restore';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDetector } from '../../detection/create-detector';
import type { Detector } from '../../detection/detector';
import { EntityTable } from '../entities/entity-table';
import { CHOICES, ENTITY_TYPES } from '../../kinds/entity-type';
import { languageOf } from '../../text/language';

const PAGE = readFileSync(join(packageRoot(), 'docs/concepts/entity-kinds.md'), 'utf8');
/** The rows of the table: a choice, a prompt, and the text that the provider receives. */
const ROWS = [...PAGE.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|/gm)]
  .map(([, choice = '', prompt = '', sent = '']) => ({ choice, prompt, sent }))
  .filter(({ choice }) => ENTITY_TYPES.some((type) => type === choice));

describe('the table of docs/concepts/entity-kinds.md', () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await createDetector({ threads: 1 });
  });
  afterAll(() => detector.close());

  it('has a row for each kind', () => {
    expect(ROWS.map(({ choice }) => choice).sort()).toEqual(
      ENTITY_TYPES.filter((type) => type !== 'Terms').toSorted(),
    );
  });

  it.each(ROWS)('shows what is sent of a prompt with $choice', async ({ choice, prompt, sent }) => {
    const language = languageOf(prompt);
    const [spans = []] = await detector.detect([prompt], language);
    const { choices } = CHOICES.parse([choice === 'Dates' ? 'Dates' : 'All'])!;
    expect(
      (await hide(EntityTable.create('placeholders'), { text: prompt, spans, choices, language })).text,
    ).toBe(sent);
  });
});
