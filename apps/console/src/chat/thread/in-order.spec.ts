import fc from 'fast-check';
import type { LiveTurn } from '../work/work';
import { inOrder } from './in-order';
import type { Turn } from './use-turns';

const storedAt = (minute: number) => ({ createdAt: timeOf(minute) }) as Turn;
const timeOf = (minute: number) => new Date(minute * 60_000).toISOString();
const liveAfter = (minute: number | undefined, id: number) =>
  ({ id: `${id}`, after: minute && timeOf(minute) }) as LiveTurn;
const namesOf = (shown: ReturnType<typeof inOrder>) =>
  shown.map((turn) => ('stored' in turn ? turn.stored.createdAt : turn.live.id));

describe('the order of turns', () => {
  it('is the one in which they were sent', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 8 }),
        fc.array(fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }), { maxLength: 8 }),
        (stored, afters) => {
          const turns = stored.toSorted((a, b) => a - b).map(storedAt);
          const live = afters.map(liveAfter);
          const shown = inOrder(turns, live, false);
          expect(shown).toHaveLength(turns.length + live.length);
          expect(shown.flatMap((turn) => ('stored' in turn ? [turn.stored] : []))).toEqual(turns);
          shown.forEach((turn, place) => {
            if ('stored' in turn) return;
            const later = shown.slice(place).flatMap((one) => ('stored' in one ? [one.stored] : []));
            const { after } = turn.live;
            expect(later.every(({ createdAt }) => after !== undefined && createdAt! > after)).toBe(true);
          });
        },
      ),
    );
  });

  it('is the order of sending for turns that follow the same one', () => {
    const shown = inOrder([storedAt(1), storedAt(2)], [liveAfter(1, 1), liveAfter(1, 2)], false);
    expect(namesOf(shown)).toEqual([timeOf(1), '1', '2', timeOf(2)]);
  });

  it('omits failed turns among stored turns that are not loaded', () => {
    const live = [liveAfter(1, 1), liveAfter(2, 2), liveAfter(undefined, 3)];
    expect(namesOf(inOrder([storedAt(2)], live, true))).toEqual([timeOf(2), '2', '3']);
  });
});
