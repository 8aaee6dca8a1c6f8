import fc from 'fast-check';
import { DETECTION_GENERATION, ENTITY_TYPES } from '@app/anonymization';
import type * as Turn from './turn';
import { findingsOf, searchedFor } from './turn';

const KINDS_FILE = '../../anonymization/src/kinds/kinds';

const wantedKinds = fc.subarray([...ENTITY_TYPES], { minLength: 1 });

describe('The findings of a stored turn', () => {
  it('are used again by the generation of detection that searched for the same kinds', () => {
    fc.assert(
      fc.property(wantedKinds, (wanted) => {
        const stored = { ...searchedFor(wanted), prompt: [], answer: [], left: 0 };
        expect(findingsOf(stored, wanted)).toEqual({ prompt: [], answer: [], left: 0 });
      }),
    );
  });

  it('are discarded if another generation searched, whatever it searched for', () => {
    const others = fc.integer({ min: 1, max: 99 }).filter((number) => number !== DETECTION_GENERATION);
    fc.assert(
      fc.property(wantedKinds, others, fc.boolean(), (wanted, generation, isWhole) => {
        const searched = isWhole ? { generation } : { partly: { generation, kinds: wanted } };
        expect(findingsOf({ ...searched, prompt: [], answer: [], left: 0 }, wanted)).toEqual({ left: 0 });
      }),
    );
  });

  it('are discarded as soon as a kind is added', () => {
    const stored = [searchedFor(ENTITY_TYPES), searchedFor(['Plates'])].map((searched) => ({
      ...searched,
      prompt: [],
    }));
    jest.doMock(KINDS_FILE, () => {
      const actual = jest.requireActual<{ KINDS: Record<string, object> }>(KINDS_FILE);
      const Shoesizes = { ...actual.KINDS.Plates, label: 'SHOES', generation: DETECTION_GENERATION + 1 };
      return { ...actual, KINDS: { ...actual.KINDS, Shoesizes } };
    });
    jest.isolateModules(() => {
      const later = jest.requireActual<typeof Turn>('./turn');
      for (const findings of stored) expect(later.findingsOf(findings, ['Plates'])).toEqual({});
    });
  });
});
