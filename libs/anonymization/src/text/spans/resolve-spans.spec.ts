import { array, assert, constantFrom, integer, nat, property, string, tuple } from 'fast-check';
import { ENTITY_TYPES } from '../../kinds/entity-type';
import type { Span } from './span';
import { resolveFindings, resolveSpans } from './unite-spans';

const names = (start: number, end: number): Span => ({ start, end, type: 'Names' });
const email = (start: number, end: number, canonical = 'a@b.de'): Span => ({
  start,
  end,
  type: 'Emails',
  canonical,
});
const phone = (start: number, end: number): Span => ({ start, end, type: 'Phone', canonical: '+4930' });

describe('resolveSpans', () => {
  const text = 'Hans Müller hans@example.com';

  it.each<[string, Span[], Span[]]>([
    ['keeps what stands apart, in order', [email(12, 28), names(0, 11)], [names(0, 11), email(12, 28)]],
    ['lets the longest win', [names(0, 4), names(0, 11)], [names(0, 11)]],
    [
      'prefers an address to a number and a number to a name',
      [names(0, 4), phone(0, 4), email(0, 4)],
      [email(0, 4)],
    ],
    ['unites two of one type', [names(0, 6), names(5, 11)], [names(0, 11)]],
    ['unites three of one type', [names(0, 8), names(9, 18), names(6, 11)], [names(0, 18)]],
    [
      'keeps the tail of a shorter one of another type',
      [names(5, 16), email(12, 28)],
      [names(5, 11), email(12, 28)],
    ],
    ['keeps both tails', [names(0, 12), email(2, 9), phone(3, 6)], [names(0, 12)]],
    [
      'drops a tail of punctuation',
      [names(10, 12), email(12, 28), phone(11, 14)],
      [names(10, 12), email(12, 28)],
    ],
    ['joins nothing that merely follows', [names(0, 4), names(5, 11)], [names(0, 4), names(5, 11)]],
    ['drops empty findings', [names(3, 3)], []],
  ])('%s', (_, findings, expected) => expect(resolveSpans(text, findings)).toEqual(expected));

  it('uncovers no found letter for any overlaps, and returns sorted spans without overlaps', () => {
    const span = tuple(nat(40), integer({ min: 1, max: 12 }), constantFrom(...ENTITY_TYPES)).map(
      ([start, length, type]): Span => ({ start, end: start + length, type }),
    );
    assert(
      property(string({ minLength: 60, maxLength: 60 }), array(span, { maxLength: 12 }), (any, findings) => {
        const resolved = resolveSpans(any, findings);
        for (const [i, { start }] of resolved.entries())
          expect(start).toBeGreaterThanOrEqual(resolved[i - 1]?.end ?? 0);
        const covered = (at: number, spans: readonly Span[]) =>
          spans.some(({ start, end }) => start <= at && at < end);
        for (let at = 0; at < any.length; at += 1) {
          const letter = /[\p{L}\p{N}]/u.test(any[at] ?? '');
          if (letter && covered(at, findings)) expect(covered(at, resolved)).toBe(true);
          if (!covered(at, findings)) expect(covered(at, resolved)).toBe(false);
        }
      }),
    );
  });

  it('does not change its input', () => {
    const findings = [names(0, 6), names(5, 11)];
    resolveSpans(text, findings);
    expect(findings).toEqual([names(0, 6), names(5, 11)]);
  });
});

describe('resolveFindings', () => {
  const text = 'Hans Müller GmbH, hans@example.com';
  const company: Span = { start: 0, end: 16, type: 'Organizations' };

  it('keeps findings that another kind covers, since only one of both may be chosen', () => {
    expect(resolveFindings(text, [names(0, 11), company])).toEqual([company, names(0, 11)]);
  });

  it('resolves addresses, numbers and names together', () => {
    expect(resolveFindings(text, [names(18, 22), email(18, 34)])).toEqual([email(18, 34)]);
  });

  it('merges findings of one kind', () => {
    expect(
      resolveFindings(text, [
        { ...company, start: 5 },
        { ...company, end: 11 },
      ]),
    ).toEqual([company]);
  });
});
