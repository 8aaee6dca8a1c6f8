import { makeKeyToken, type AccessStore, type KeyAccess, type NoteKeyUse, type UsedKey } from '@app/accounts';
import { newId } from '@app/common';
import { CheckKey } from './check-key';

const owner = { userId: newId(), organizationId: newId() };
const access = {
  grants: [],
  budgeted: false,
  groups: [newId()],
  limits: { user: {}, groups: [{}], organization: {}, total: {} },
};

describe('a received API key', () => {
  const ofKeys = jest.fn<Promise<(KeyAccess | undefined)[]>, [readonly string[]]>();
  const noteUse = jest.fn<Promise<void>, [UsedKey]>();
  const check = new CheckKey(
    { ofKeys } as unknown as AccessStore,
    { execute: noteUse } as unknown as NoteKeyUse,
  );
  const stored = (hash: string): KeyAccess => ({
    ...owner,
    ...access,
    hash,
    userName: 'ada@example.com',
    scopes: ['chat'],
    lastUsedOn: '2026-01-15',
  });

  beforeEach(() => {
    ofKeys.mockReset();
    noteUse.mockReset().mockResolvedValue();
  });

  it('identifies the owner that it acts for, and has no role', async () => {
    const id = newId();
    const { token, hash } = makeKeyToken(id);
    ofKeys.mockResolvedValue([stored(hash)]);
    const caller = await check.execute(token);
    expect(caller).toEqual({ ...owner, ...access, email: 'ada@example.com', key: { id, scopes: ['chat'] } });
    expect(ofKeys).toHaveBeenCalledWith([id]);
    expect(noteUse).toHaveBeenCalledWith({ id, ...owner, lastUsedOn: '2026-01-15' });
  });

  it('is refused with the id of another valid key', async () => {
    const id = newId();
    ofKeys.mockResolvedValue([stored(makeKeyToken(id).hash)]);
    expect(await check.execute(makeKeyToken(id).token)).toBeUndefined();
    expect(noteUse).not.toHaveBeenCalled();
  });

  it('is not looked up if its checksum is wrong', async () => {
    const { token } = makeKeyToken(newId());
    expect(await check.execute(token.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBeUndefined();
    expect(ofKeys).not.toHaveBeenCalled();
  });

  it('is looked up together with concurrent ones', async () => {
    ofKeys.mockImplementation(async (ids) => ids.map(() => undefined));
    const tokens = Array.from({ length: 5 }, () => makeKeyToken(newId()).token);
    expect(await Promise.all(tokens.map((token) => check.execute(token)))).toEqual(
      tokens.map(() => undefined),
    );
    expect(ofKeys).toHaveBeenCalledTimes(1);
  });
});
