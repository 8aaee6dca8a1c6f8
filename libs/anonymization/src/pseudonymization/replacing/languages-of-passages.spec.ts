import { hide } from '../../../testing/hide-and-restore';
import { ENTITY_TYPES } from '../../kinds/kinds';
import { languageOf } from '../../text/language';
import { EntityTable } from '../entities/entity-table';

/** Hides one date of a text with surrogates, and returns the name of its month. */
async function monthAfter(text: string, written: string, iso: string, lang: string): Promise<string> {
  const start = text.indexOf(written);
  const { replacements } = await hide(EntityTable.create('surrogates', Buffer.alloc(32, 7)), {
    text,
    spans: [{ start, end: start + written.length, type: 'Dates', canonical: iso }],
    choices: ENTITY_TYPES,
    language: languageOf(text, lang),
  });
  return /\p{L}+/u.exec(replacements[0]!.replacement)![0];
}

const MONTHS = {
  fr: /^(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)$/,
  de: /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)$/,
};

const FRENCH = 'Il est né le 12 mai 1974 et il vit avec sa femme dans la rue.';
const GERMAN = 'Er ist am 12. Mai 1974 geboren und lebt mit seiner Frau in der Stadt.';

describe('the month of a moved date', () => {
  it.each(['en', 'es', 'auto', 'fr'])('is French in a French text with lang %s', async (lang) => {
    expect(await monthAfter(FRENCH, '12 mai 1974', '1974-05-12', lang)).toMatch(MONTHS.fr);
  });

  it.each(['en', 'fr', 'auto', 'de'])('is German in a German text with lang %s', async (lang) => {
    expect(await monthAfter(GERMAN, '12. Mai 1974', '1974-05-12', lang)).toMatch(MONTHS.de);
  });

  it('has the language of its paragraph in a text of several languages', async () => {
    const text = `The report follows. It was written by two of us in the spring.\n\n${FRENCH}\n\n${GERMAN}`;
    expect(await monthAfter(text, '12 mai 1974', '1974-05-12', 'auto')).toMatch(MONTHS.fr);
    expect(await monthAfter(text, '12. Mai 1974', '1974-05-12', 'auto')).toMatch(MONTHS.de);
    expect(await monthAfter(text, '12 mai 1974', '1974-05-12', 'en')).toMatch(MONTHS.fr);
  });

  it('is the one of the text if the words around it show no language', async () => {
    expect(await monthAfter('12 mai 1974', '12 mai 1974', '1974-05-12', 'fr')).toMatch(MONTHS.fr);
  });
});
