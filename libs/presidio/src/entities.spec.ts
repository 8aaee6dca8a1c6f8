import { ENTITY_TYPES } from '@app/anonymization';
import { entityOf, kindsOfEntity, SUPPORTED_ENTITIES } from './entities';

describe("Presidio's names of entities", () => {
  it('lead from each kind back to it', () => {
    for (const type of ENTITY_TYPES) expect(kindsOfEntity(entityOf(type))).toContain(type);
    for (const name of SUPPORTED_ENTITIES) expect(kindsOfEntity(name)).not.toEqual([]);
  });

  it('may cover several kinds', () => {
    expect(kindsOfEntity('DATE_TIME')).toEqual(['Birthdates', 'Dates']);
    expect(kindsOfEntity('LOCATION')).toEqual(['Addresses', 'Locations']);
  });

  it.each(['CRYPTO', 'constructor', ''])('do not include %s', (name) => {
    expect(kindsOfEntity(name)).toBeUndefined();
  });
});
