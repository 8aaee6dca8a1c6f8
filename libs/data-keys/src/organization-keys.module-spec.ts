import { generateKeySync, type KeyObject } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { newId, Transactions } from '@app/common';
import { KeyRing } from '@app/crypto';
import { startContext, type ServiceContext } from '@app/testing';
import { DataKeysModule } from './data-keys.module';
import { DataKeys } from './data-keys.store';
import { OrganizationKeys } from './organization-keys.store';
import { RotateKeys } from './rotate-keys';

let context: ServiceContext;
beforeAll(async () => {
  context = await startContext([DataKeysModule]);
});
afterAll(() => context?.stop());

const PURPOSE = 'embeddings.pseudonyms';
const storeWith = (keyRing: KeyRing): OrganizationKeys =>
  new OrganizationKeys(context.get(DataSource), new DataKeys(keyRing));
const [old, young] = ['old', 'young'].map((id) => ({ id, key: generateKeySync('aes', { length: 256 }) })) as [
  { id: string; key: KeyObject },
  { id: string; key: KeyObject },
];

describe('a key of an organization', () => {
  it('is one for each organization and purpose, even if many callers request it first at the same time', async () => {
    const store = storeWith(new KeyRing([old]));
    const organizationId = newId();
    const keys = await Promise.all(Array.from({ length: 8 }, () => store.keyOf(organizationId, PURPOSE)));
    expect(new Set(keys.map((key) => key.export().toString('hex'))).size).toBe(1);
    expect((await store.keyOf(newId(), PURPOSE)).equals(keys[0]!)).toBe(false);
    expect((await store.keyOf(organizationId, 'others')).equals(keys[0]!)).toBe(false);
  });

  it('stays the same when main keys are rotated, so that a value keeps its keyed hash', async () => {
    const organizationId = newId();
    const before = await storeWith(new KeyRing([old])).keyOf(organizationId, PURPOSE);
    const rings = new KeyRing([young, old]);
    const { store } = context.get(RotateKeys) as unknown as {
      store: ConstructorParameters<typeof RotateKeys>[1];
    };
    const rotation = new RotateKeys(context.get(Transactions), store, rings, context.get(AuditTrail));
    expect(await rotation.execute(new AbortController().signal, () => undefined)).toMatchObject({ left: 0 });
    expect((await storeWith(new KeyRing([young])).keyOf(organizationId, PURPOSE)).equals(before)).toBe(true);
  });
});
