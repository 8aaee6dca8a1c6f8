import { generateKeySync, type KeyObject } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { newId, Transactions } from '@app/common';
import { KeyRing } from '@app/crypto';
import { DataKeys, DataKeysModule, RotateKeys } from '@app/data-keys';
import { startContext, type ServiceContext } from '@app/testing';
import { PseudonymKeysStore } from './pseudonym-keys.store';

let context: ServiceContext;
beforeAll(async () => {
  context = await startContext([DataKeysModule]);
});
afterAll(() => context?.stop());

const get = <T>(type: abstract new (...args: never[]) => T): T => context.app.get(type, { strict: false });
const storeWith = (keyRing: KeyRing): PseudonymKeysStore =>
  new PseudonymKeysStore(get(DataSource), new DataKeys(keyRing));
const [old, young] = ['old', 'young'].map((id) => ({ id, key: generateKeySync('aes', { length: 256 }) })) as [
  { id: string; key: KeyObject },
  { id: string; key: KeyObject },
];

describe('the key of pseudonyms', () => {
  it('is one per organization, even if many callers request it first at the same time', async () => {
    const store = storeWith(new KeyRing([old]));
    const organizationId = newId();
    const keys = await Promise.all(Array.from({ length: 8 }, () => store.keyOf(organizationId)));
    expect(new Set(keys.map((key) => key.export().toString('hex'))).size).toBe(1);
    expect((await store.keyOf(newId())).equals(keys[0]!)).toBe(false);
  });

  it('stays the same when main keys are rotated, so that texts embedded before are still found', async () => {
    const organizationId = newId();
    const before = await storeWith(new KeyRing([old])).keyOf(organizationId);
    const rings = new KeyRing([young, old]);
    const { store } = get(RotateKeys) as unknown as { store: ConstructorParameters<typeof RotateKeys>[1] };
    const rotation = new RotateKeys(get(Transactions), store, rings, get(AuditTrail));
    expect(await rotation.execute(new AbortController().signal, () => undefined)).toMatchObject({ left: 0 });
    expect((await storeWith(new KeyRing([young])).keyOf(organizationId)).equals(before)).toBe(true);
  });
});
