import { randomBytes } from 'node:crypto';
import { newId, Transactions } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { DataKeysModule } from './data-keys.module';
import { DataKeys } from './data-keys.store';
import { MainKeyUse } from './main-keys';

describe('the rotation of main keys', () => {
  let context: ServiceContext;
  beforeAll(async () => {
    const [now, before] = [1, 2].map(() => randomBytes(32).toString('base64'));
    context = await startContext([DataKeysModule], { ENCRYPTION_KEYS: `now:${now},before:${before}` });
  });
  afterAll(() => context?.stop());

  const makeKey = () => context.app.get(Transactions).run((tx) => context.get(DataKeys).create(tx, newId()));
  const rotation = () => context.get(MainKeyUse).rotation();

  it('counts the data keys that earlier main keys still wrap, until there are none', async () => {
    await makeKey();
    expect(await rotation()).toEqual({ encrypts: 'now', mainKeys: 2, old: 0 });
    for (const keyId of ['before', 'before', 'taken away'])
      await context.db.query('INSERT INTO data_keys (subject_id, key_id, wrapped) VALUES ($1, $2, $3)', [
        newId(),
        keyId,
        Buffer.from('wrapped'),
      ]);
    expect(await rotation()).toMatchObject({ old: 3 });
    await context.db.query(`UPDATE data_keys SET key_id = 'now'`);
    expect(await rotation()).toMatchObject({ old: 0 });
  });
});
