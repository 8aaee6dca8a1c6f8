import type { Span } from '../../../text/spans/span';
import { ownNames } from './own-names';

/** Returns the names that speakers say of themselves in a text, in which `[...]` marks the names. */
function own(marked: string): string[] {
  const found: Span[] = [];
  let text = '';
  for (const part of marked.split(/(?<=\])|(?=\[)/)) {
    const name = /^\[(.*)\]$/.exec(part)?.[1];
    if (name !== undefined) found.push({ start: text.length, end: text.length + name.length, type: 'Names' });
    text += name ?? part;
  }
  return ownNames(text, found).map(({ start, end }) => text.slice(start, end));
}

describe('the names that speakers say of themselves', () => {
  it.each([
    'Guten Tag, hier ist [Anna Weber].',
    'Mein Name ist [Weber], ich rufe wegen der Rechnung an.',
    'Ich bin Frau Dr. [Anna Weber].',
    'Sie sprechen mit [Anna Weber].',
    'Hello, this is [Anna Weber] from accounting.',
    'My full name is [Anna Weber].',
    "Hi, I'm [Anna].",
    'You are speaking to Mrs. [Weber].',
    "Bonjour, je m'appelle [Anna Weber].",
    'Allô, ici [Anna Weber].',
    'Buenos días, le habla [Ana García].',
    'Me llamo [Ana García].',
    'Buongiorno, sono [Anna Bianchi].',
    'Mi chiamo [Anna Bianchi].',
    'Goedemorgen, met [Anna de Vries].',
    'Ik heet [Anna de Vries].',
    'Dzień dobry, z tej strony [Anna Kowalska].',
    'Nazywam się [Anna Kowalska].',
    'Bom dia, aqui fala a [Ana Silva].',
    'O meu nome é [Ana Silva].',
  ])('are found in "%s"', (marked) => {
    expect(own(marked)).toEqual([/\[(.*)\]/.exec(marked)![1]]);
  });

  it.each([
    'Das ist [Anna Weber].',
    'Er heißt [Hans Weber].',
    'Ich bin nicht [Anna Weber].',
    'Spreche ich mit [Anna Weber]?',
    'This is [Anna Weber], my colleague.',
    'His name is [Hans Weber].',
    "I'm [Anna]'s sister.",
    'Elle s’appelle [Anna Weber].',
    '¿Habla [Ana García]?',
    'Ci sono [Anna] e [Marco].',
    'Met [Anna de Vries] heb ik gesproken.',
    'To jest [Anna Kowalska].',
    'Chama-se [Ana Silva].',
  ])('are not those of others, as in "%s"', (marked) => {
    expect(own(marked)).toEqual([]);
  });
});
