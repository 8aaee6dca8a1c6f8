import { EntityTable } from '../../entities/entity-table';
import { surrogatePhone } from './surrogate-phone';
import { TextsAtHand } from './texts-at-hand';

describe('surrogatePhone', () => {
  it('draws again only if the drawn number is not usable', () => {
    const table = EntityTable.create('surrogates', Buffer.alloc(32, 7));
    const drawn = jest.spyOn(table, 'draw');
    for (let number = 0; number < 100; number += 1) {
      const original = `+49 30 ${9_000_000 + number}`;
      const entity = table.add({ type: 'Phone', canonical: original.replaceAll(' ', ''), forms: [] });
      const replacement = surrogatePhone(table, entity, original, new TextsAtHand([original]));
      expect(replacement).toMatch(/^\+49 \d+ \d+$/);
      table.record(entity, { original, replacement: replacement! });
    }
    expect(drawn.mock.calls.length).toBeLessThan(300);
  });
});
