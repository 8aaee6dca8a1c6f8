import { ListAuditEvents } from '@app/audit';
import { newId, Transactions } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { AccessStore } from './access.store';
import { AccountsModule } from './accounts.module';
import { Groups } from './groups/groups';
import { ApiKeys } from './keys/api-keys';
import { readKeyToken } from './keys/key-token';
import { NoteKeyUse } from './keys/note-key-use';
import { Organizations } from './organizations';
import { ImportPeople } from './people/import-people';
import { PasswordSetups } from './people/password-setups';
import { OwnProfile } from './profiles/own-profile';
import { EMPTY_PROFILE, UserProfilesStore } from './profiles/user-profiles.store';
import { Users, type User } from './users';

let context: ServiceContext;
beforeAll(async () => {
  context = await startContext([AccountsModule]);
});
afterAll(() => context?.stop());

const aName = (): string => `${newId()}@company.example`;
const password = 'correct horse battery';
/** Creates an organization with one admin. */
const anAdmin = (): Promise<User> =>
  context.get(Users).createOrganization(`Organization ${newId()}`, { userName: aName(), password });
const aColleague = ({ organizationId }: User, role: 'member' | 'admin' = 'member'): Promise<User> =>
  context.get(Users).create({ userName: aName(), password, organization: organizationId, role });
const ownerOf = ({ id: userId, organizationId }: User) => ({ userId, organizationId });
const told = async (subjectId: string): Promise<string[]> =>
  (await context.get(ListAuditEvents).execute({ subjectId, limit: 100 })).map(
    ({ action, reason }) => action + (reason ? ` ${reason}` : ''),
  );
const keyAccess = async (token: string) =>
  (await context.get(AccessStore).ofKeys([readKeyToken(token)!.id]))[0];

describe('an admin', () => {
  it.each([
    ['be demoted', { role: 'member' }],
    ['be made an auditor', { role: 'auditor' }],
    ['be deactivated', { active: false }],
    ['be both', { role: 'member', active: false }],
  ] as const)('cannot %s if they are the last one', async (_, change) => {
    const admin = await anAdmin();
    const deactivated = await aColleague(admin, 'admin');
    await context.get(Users).change(deactivated, { active: false });
    await expect(context.get(Users).change(admin, change)).rejects.toMatchObject({ code: 'conflict' });
    expect(await context.get(Users).find(admin)).toMatchObject({ role: 'admin', active: true });
    await context.get(Users).change(await aColleague(admin), { role: 'admin' });
    await expect(context.get(Users).change(admin, change)).resolves.toMatchObject(change);
  });

  it('remains, however many leave at the same time and in whatever way [SEC-67]', async () => {
    const first = await anAdmin();
    const admins = [first, await aColleague(first, 'admin'), await aColleague(first, 'admin')];
    const going = admins.map((admin, i) =>
      context.get(Users).change(admin, i === 0 ? { role: 'auditor' } : { active: false }),
    );
    const ended = await Promise.allSettled(going);
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'conflict' }) },
    ]);
    const { items } = await context.get(Users).page(first.organizationId, { limit: 10 });
    expect(items.filter(({ role, active }) => role === 'admin' && active)).toHaveLength(1);
  });

  it('may be the last one to leave if the organization is inactive', async () => {
    const admin = await anAdmin();
    await context.get(Organizations).setActive(admin.organizationId, false);
    await expect(context.get(Users).change(admin, { active: false })).resolves.toMatchObject({
      active: false,
    });
  });

  it('changes all fields of a user or none, and the change is recorded', async () => {
    const admin = await anAdmin();
    const user = await aColleague(admin);
    const wrong = { role: 'auditor', limits: { chat: 'often' } } as const;
    await expect(context.get(Users).change(user, wrong)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await context.get(Users).find(user)).toEqual(user);
    const change = { role: 'auditor', limits: { chat: '5/1m', images: null } } as const;
    expect(await context.get(Users).change(user, change)).toMatchObject({ rateLimits: { chat: '5/1m' } });
    expect(await told(user.id)).toEqual([
      'limit.reset images',
      'limit.set chat',
      'user.role auditor',
      'user.create',
    ]);
  });

  it('finds no user of another organization by id', async () => {
    const [admin, other] = [await anAdmin(), await anAdmin()];
    for (const id of [other.id, newId(), 'no id']) {
      const user = { id, organizationId: admin.organizationId };
      await expect(context.get(Users).change(user, { active: false })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(context.get(PasswordSetups).reset(user, 'one_time_password')).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect(await context.get(Users).find(other)).toMatchObject({ active: true });
  });
});

describe('an organization', () => {
  it('is deactivated with all its logins, even if it has more users than a statement can have parameters', async () => {
    const [admin, stranger] = [await anAdmin(), await anAdmin()];
    await context.db.query(
      `INSERT INTO users (id, organization_id, user_name, login_name, active)
       SELECT gen_random_uuid(), $1::uuid, n || '@' || $1, n || '@' || $1, true FROM generate_series(1, 65536) n`,
      [admin.organizationId],
    );
    await context.db.query(
      `INSERT INTO logins (id, user_id, created_at, expires_at)
       SELECT id, id, now(), now() + interval '1 day' FROM unnest($1::uuid[]) AS id`,
      [[admin.id, stranger.id]],
    );
    await context.get(Organizations).setActive(admin.organizationId, false);
    const { rows } = await context.db.query(
      'SELECT user_id FROM logins WHERE user_id = ANY ($1) AND ended_at IS NULL',
      [[admin.id, stranger.id]],
    );
    expect(rows).toEqual([{ user_id: stranger.id }]);
  });
});

describe('a list', () => {
  it('comes in pages that miss no user, even if users are created meanwhile', async () => {
    const admin = await anAdmin();
    const { organizationId } = admin;
    const made = [admin];
    for (let i = 0; i < 4; i += 1) made.push(await aColleague(admin));
    const first = await context.get(Users).page(organizationId, { limit: 2 });
    expect(first.next).toBe(first.items[1]!.id);
    made.push(await aColleague(admin));
    const rest = await context.get(Users).page(organizationId, { limit: 4, after: first.next! });
    expect(rest.next).toBeNull();
    expect([...first.items, ...rest.items]).toEqual(made);
  });
});

describe('a user name that exists', () => {
  it('is refused without a reason in another organization, and with the reason in the own one [SEC-66]', async () => {
    const [admin, other] = [await anAdmin(), await anAdmin()];
    const create = (userName: string) =>
      context
        .get(PasswordSetups)
        .create({ userName, role: 'member', organizationId: admin.organizationId }, 'one_time_password');
    const refusal = await create(other.userName.toUpperCase()).catch((error: Error) => error);
    expect(refusal).toMatchObject({
      code: 'bad_request',
      message: expect.not.stringMatching(/exists|taken/),
    });
    await expect(create(admin.userName)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a one-time password', () => {
  it('replaces the password, ends all logins, and is rejected by earlier versions [PRIV-85]', async () => {
    const user = await anAdmin();
    await context.db.query(
      `INSERT INTO logins (id, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 day')`,
      [newId(), user.id],
    );
    const { secret: shown, until } = await context.get(PasswordSetups).reset(user, 'one_time_password');
    expect(shown).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    expect((until.getTime() - Date.now()) / 3_600_000).toBeCloseTo(72, 1);
    const { rows } = await context.db.query(
      `SELECT password_hash, one_time_password_hash, ended_at FROM users JOIN logins ON user_id = users.id
       WHERE users.id = $1`,
      [user.id],
    );
    expect(rows).toEqual([
      {
        password_hash: null,
        one_time_password_hash: expect.not.stringContaining(shown),
        ended_at: expect.any(Date),
      },
    ]);
    expect(await told(user.id)).toEqual(['user.password one_time', 'user.create']);
  });

  it('cannot be set for users without a password', async () => {
    const { organizationId } = await anAdmin();
    const { key } = await context.get(ApiKeys).createForOrganization(organizationId, {
      name: 'k',
      scopes: ['chat'],
    });
    const account = { id: key.userId, organizationId };
    await expect(context.get(PasswordSetups).reset(account, 'one_time_password')).rejects.toMatchObject({
      code: 'conflict',
    });
    const { userName } = await context.get(Users).find(account);
    await expect(context.get(Users).setPassword(userName, password)).rejects.toMatchObject({
      code: 'bad_request',
    });
  });
});

describe('an invitation', () => {
  const invite = ({ organizationId }: User) =>
    context.get(PasswordSetups).create({ userName: aName(), role: 'member', organizationId }, 'invitation');
  const INVALID = { code: 'invitation_invalid' };

  it('sets the first password once, and is stored as a hash [SEC-150]', async () => {
    const { user, setup } = await invite(await anAdmin());
    expect((setup.until.getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    const { rows } = await context.db.query<{ row: string }>(
      'SELECT u::text AS row FROM users u WHERE id = $1',
      [user.id],
    );
    expect(rows[0]!.row).not.toContain(setup.secret);
    await expect(context.get(PasswordSetups).accept(setup.secret, 'short')).rejects.toMatchObject({
      code: 'bad_request',
    });
    const uses = [1, 2, 3].map(() => context.get(PasswordSetups).accept(setup.secret, password));
    const ended = await Promise.allSettled(uses);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toEqual([
      { status: 'fulfilled', value: { ...user, invitedUntil: null } },
    ]);
    await expect(context.get(PasswordSetups).accept(setup.secret, password)).rejects.toMatchObject(INVALID);
    expect(await told(user.id)).toEqual(['user.password invitation', 'user.invite', 'user.create']);
  });

  it.each<[string, (user: User) => Promise<unknown>]>([
    ['a newer one', (user) => context.get(PasswordSetups).reset(user, 'invitation')],
    ['a one-time password', (user) => context.get(PasswordSetups).reset(user, 'one_time_password')],
    ["the operator's password", (user) => context.get(Users).setPassword(user.userName, password)],
    ['the deactivation of the user', (user) => context.get(Users).change(user, { active: false })],
    [
      'the deactivation of the organization',
      ({ organizationId }) => context.get(Organizations).setActive(organizationId, false),
    ],
    [
      'a password that the previous version sets',
      ({ id }) => context.db.query(`UPDATE users SET password_hash = 'hash' WHERE id = $1`, [id]),
    ],
    [
      'its last day',
      ({ id }) => context.db.query('UPDATE users SET invitation_until = now() WHERE id = $1', [id]),
    ],
  ])('ends with %s [SEC-151]', async (_, end) => {
    const { user, setup } = await invite(await anAdmin());
    await end(user);
    await expect(context.get(PasswordSetups).accept(setup.secret, password)).rejects.toMatchObject(INVALID);
  });

  it('replaces a password and ends all logins', async () => {
    const user = await anAdmin();
    const { secret } = await context.get(PasswordSetups).reset(user, 'invitation');
    const { rows } = await context.db.query('SELECT password_hash FROM users WHERE id = $1', [user.id]);
    expect(rows).toEqual([{ password_hash: null }]);
    expect(await context.get(Users).find(user)).toMatchObject({ invitedUntil: expect.any(Date) });
    await expect(context.get(PasswordSetups).accept(secret, password)).resolves.toMatchObject({
      id: user.id,
    });
  });
});

describe('an import of people', () => {
  const person = (userName = aName(), groups: string[] = []) => ({
    userName,
    role: 'member' as const,
    groups,
  });

  it('previews each person, and does not say which names other organizations have [SEC-152]', async () => {
    const [admin, stranger] = [await anAdmin(), await anAdmin()];
    await context.get(Groups).create(admin.organizationId, { name: 'Legal' });
    await context.get(Groups).create(stranger.organizationId, { name: 'Theirs' });
    const twice = aName();
    const people = [
      person(twice, ['Legal']),
      person(twice.toUpperCase()),
      person('no address\0'),
      person(admin.userName),
      person(stranger.userName),
      person(aName(), ['Legal', 'Theirs']),
      person(aName(), ['\0']),
    ];
    const planned = await context.get(ImportPeople).preview(admin.organizationId, people);
    expect(planned.map((one) => ('fault' in one ? one.fault : one.state))).toEqual([
      'new',
      'duplicate',
      'invalid_name',
      'exists',
      'new',
      'unknown_group',
      'unknown_group',
    ]);
    expect((await context.get(Users).page(admin.organizationId, { limit: 10 })).items).toHaveLength(1);
  });

  it('creates no one if one person is wrong, and does not say which names other organizations have [SEC-180]', async () => {
    const [admin, stranger] = [await anAdmin(), await anAdmin()];
    const people = [person(), person(stranger.userName), person('anna')];
    const refusal = context.get(ImportPeople).execute(admin.organizationId, people, 'invitation');
    await expect(refusal).rejects.toMatchObject({
      code: 'bad_request',
      details: { errors: [{ field: 'users.2.user_name', message: 'must be an e-mail address' }] },
    });
    expect((await context.get(Users).page(admin.organizationId, { limit: 10 })).items).toHaveLength(1);
  });

  it('refuses a name of another organization only together with creating the others [SEC-183]', async () => {
    const [admin, stranger] = [await anAdmin(), await anAdmin()];
    const people = [person(), person(stranger.userName.toUpperCase())];
    const imported = await context.get(ImportPeople).execute(admin.organizationId, people, 'invitation');
    expect(imported).toEqual([
      expect.objectContaining({ state: 'new', created: expect.anything() }),
      { userName: people[1]!.userName, state: 'refused', fault: 'name_taken' },
    ]);
    expect((await context.get(Users).page(admin.organizationId, { limit: 10 })).items).toHaveLength(2);
    expect(await context.get(Users).find(stranger)).toEqual(stranger);
  });

  it.each(['invitation', 'one_time_password'] as const)(
    'creates those that the organization lacks, in their groups, with a %s each',
    async (kind) => {
      const admin = await anAdmin();
      const { organizationId } = admin;
      const { id } = await context.get(Groups).create(organizationId, { name: 'Legal' });
      const people = [person(aName(), ['Legal', 'Legal']), person(admin.userName), person()];
      const imported = await context.get(ImportPeople).execute(organizationId, people, kind);
      expect(imported.map(({ created }) => created?.setup.kind)).toEqual([kind, undefined, kind]);
      const members = await context.get(Groups).members({ id, organizationId }, { limit: 10 });
      expect(members.items).toEqual([
        {
          id: imported[0]!.created!.user.id,
          userName: people[0]!.userName,
          fromClaims: false,
          fromScim: false,
        },
      ]);
      const again = await context.get(ImportPeople).execute(organizationId, people, kind);
      expect(again.map(({ state }) => state)).toEqual(['exists', 'exists', 'exists']);
    },
  );
});

describe('the name of a user', () => {
  const profile = () => context.get(OwnProfile);

  it('is changed by the user, is recorded without the name, and is shown in the own organization only', async () => {
    const [user, stranger] = [await anAdmin(), await anAdmin()];
    expect(await profile().name(user)).toEqual({ displayName: null, isManaged: false });
    await profile().rename(user, '  Anna Schmidt ');
    await profile().rename(user, 'Anna Schmidt');
    expect(await profile().name(user)).toEqual({ displayName: 'Anna Schmidt', isManaged: false });
    const names = (organizationId: string) =>
      context.get(UserProfilesStore).namesAmong(organizationId, [user.id]);
    expect([...(await names(user.organizationId))]).toEqual([[user.id, 'Anna Schmidt']]);
    expect([...(await names(stranger.organizationId))]).toEqual([]);
    await profile().rename(user, null);
    expect(await profile().name(user)).toEqual({ displayName: null, isManaged: false });
    expect(await told(user.id)).toEqual(['user.profile', 'user.profile', 'user.create']);
  });

  it.each(['', ' ', 'a\nb', 'x'.repeat(101)])('is not %j', async (name) => {
    await expect(profile().rename(await anAdmin(), name)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('stays as an identity provider has set it', async () => {
    const user = await anAdmin();
    const given = { ...EMPTY_PROFILE, givenName: 'Anna', familyName: 'Schmidt' };
    await context
      .get(Transactions)
      .runFor(user, (tx) => context.get(UserProfilesStore).save(tx, user, given));
    expect(await profile().name(user)).toEqual({ displayName: 'Anna Schmidt', isManaged: true });
    await expect(profile().rename(user, 'Hans')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is the own one again when the provider no longer sets one, and neither overwrites the other', async () => {
    const user = await anAdmin();
    const provide = (given: object) =>
      context
        .get(Transactions)
        .runFor(user, (tx) =>
          context.get(UserProfilesStore).save(tx, user, { ...EMPTY_PROFILE, externalId: user.id, ...given }),
        );
    await provide({});
    await profile().rename(user, 'Anna Schmidt');
    expect(await profile().name(user)).toEqual({ displayName: 'Anna Schmidt', isManaged: false });
    expect(await context.get(UserProfilesStore).find(user)).toMatchObject({ externalId: user.id });
    await provide({ displayName: 'Schmidt, Anna' });
    expect(await profile().name(user)).toEqual({ displayName: 'Schmidt, Anna', isManaged: true });
    await expect(profile().rename(user, 'Hans')).rejects.toMatchObject({ code: 'conflict' });
    await provide({});
    expect(await profile().name(user)).toEqual({ displayName: 'Anna Schmidt', isManaged: false });
  });

  it('keeps what a provider writes at the same time', async () => {
    const user = await anAdmin();
    const given = { ...EMPTY_PROFILE, externalId: user.id };
    await Promise.all([
      profile().rename(user, 'Anna Schmidt'),
      context.get(Transactions).runFor(user, (tx) => context.get(UserProfilesStore).save(tx, user, given)),
    ]);
    expect(await context.get(UserProfilesStore).find(user)).toMatchObject({
      externalId: user.id,
      chosenName: 'Anna Schmidt',
    });
  });
});

describe('a key', () => {
  const aKey = (user: User, more: object = {}) =>
    context
      .get(ApiKeys)
      .create(ownerOf(user), { name: 'Nightly run', scopes: ['chat', 'chat', 'jobs'], ...more });

  it('acts for its owner with its scopes and limits, and is stored as a hash [PRIV-17]', async () => {
    const user = await aColleague(await anAdmin());
    const group = await context
      .get(Groups)
      .create(user.organizationId, { name: 'Team', limits: { chat: '9/1m' } });
    await context.get(Groups).addMember({ id: group.id, organizationId: user.organizationId }, user);
    const { token, key } = await aKey(user, { limits: { chat: '5/1m' } });
    expect(key).toMatchObject({ scopes: ['chat', 'jobs'], lastUsedOn: null, expiresAt: null });
    expect(await keyAccess(token)).toEqual({
      ...ownerOf(user),
      userName: user.userName,
      scopes: ['chat', 'jobs'],
      grants: [],
      groups: [group.id],
      budgeted: false,
      limits: { key: { chat: '5/1m' }, user: {}, groups: [{ chat: '9/1m' }], organization: {}, total: {} },
      hash: readKeyToken(token)!.hash.toString('base64url'),
      lastUsedOn: null,
    });
    const { rows } = await context.db.query('SELECT * FROM api_keys WHERE id = $1', [key.id]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(30));
  });

  it.each([
    ['is revoked', (user: User, id: string) => context.get(ApiKeys).revoke(id, ownerOf(user))],
    [
      'is over',
      (_: User, id: string) =>
        context.db.query('UPDATE api_keys SET expires_at = now() - make_interval(secs => 1) WHERE id = $1', [
          id,
        ]),
    ],
    ['has an owner who is deactivated', (user: User) => context.get(Users).change(user, { active: false })],
    [
      'is of an organization that is',
      ({ organizationId }: User) => context.get(Organizations).setActive(organizationId, false),
    ],
    [
      'has an owner who is gone',
      (user: User) => context.db.query('DELETE FROM users WHERE id = $1', [user.id]),
    ],
  ] as const)('that %s gives no access [SEC-5]', async (_, end) => {
    const user = await aColleague(await anAdmin());
    const { token, key } = await aKey(user);
    expect(await keyAccess(token)).toBeDefined();
    await end(user, key.id);
    expect(await keyAccess(token)).toBeUndefined();
  });

  it('stays ended when its owner is reactivated', async () => {
    const user = await aColleague(await anAdmin());
    const { token } = await aKey(user);
    for (const active of [false, true]) await context.get(Users).change(user, { active });
    expect(await keyAccess(token)).toBeUndefined();
  });

  it('of an organization acts for its own account without a role', async () => {
    const { organizationId } = await anAdmin();
    const { token, key } = await context.get(ApiKeys).createForOrganization(organizationId, {
      name: 'Bot',
      scopes: ['openai'],
    });
    expect(await keyAccess(token)).toMatchObject({ userId: key.userId, organizationId });
    const account = { id: key.userId, organizationId };
    expect(await context.get(Users).find(account)).toMatchObject({
      role: null,
      userName: `service:${key.userId}`,
    });
    await expect(context.get(Users).change(account, { role: 'admin' })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('can be revoked only by its owner or an admin', async () => {
    const admin = await anAdmin();
    const [user, colleague, stranger] = [await aColleague(admin), await aColleague(admin), await anAdmin()];
    const { token, key } = await aKey(user);
    for (const others of [ownerOf(colleague), { organizationId: stranger.organizationId }])
      await expect(context.get(ApiKeys).revoke(key.id, others)).rejects.toMatchObject({ code: 'not_found' });
    expect(await keyAccess(token)).toBeDefined();
    await context.get(ApiKeys).revoke(key.id, { organizationId: admin.organizationId });
    await context.get(ApiKeys).revoke(key.id, { organizationId: admin.organizationId });
    expect(await keyAccess(token)).toBeUndefined();
    expect(await told(key.id)).toEqual(['key.revoke', 'key.create']);
  });

  it('is recorded once per day of use, even for concurrent calls', async () => {
    const user = await aColleague(await anAdmin());
    const { token, key } = await aKey(user);
    const use = { id: key.id, ...ownerOf(user), lastUsedOn: null };
    await Promise.all(Array.from({ length: 8 }, () => context.get(NoteKeyUse).execute(use)));
    const today = new Date().toISOString().slice(0, 10);
    expect(await keyAccess(token)).toMatchObject({ lastUsedOn: today });
    await context.get(NoteKeyUse).execute({ ...use, lastUsedOn: today });
    expect(await told(key.id)).toEqual(['key.use', 'key.create']);
  });

  it('must have an end in the future, and a name', async () => {
    const user = await anAdmin();
    for (const wrong of [{ expiresAt: new Date() }, { name: ' ' }, { limits: { chat: 'x' } }])
      await expect(aKey(user, wrong)).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('a group', () => {
  it('has a unique name in its organization, and is deleted without its members', async () => {
    const [admin, other] = [await anAdmin(), await anAdmin()];
    const { organizationId } = admin;
    const { id } = await context.get(Groups).create(organizationId, { name: 'Legal' });
    await expect(context.get(Groups).create(organizationId, { name: ' Legal ' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await context.get(Groups).create(other.organizationId, { name: 'Legal' });
    const group = { id, organizationId };
    for (const _ of ['first', 'again']) await context.get(Groups).addMember(group, admin);
    const page = await context.get(Groups).members(group, { limit: 10 });
    expect(page.items).toEqual([
      { id: admin.id, userName: admin.userName, fromClaims: false, fromScim: false },
    ]);
    await context.get(Groups).remove(group);
    await expect(context.get(Groups).members(group, { limit: 10 })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await context.db.query('SELECT FROM group_members WHERE group_id = $1', [id])).rows).toEqual([]);
  });

  it('lists its members only by id', async () => {
    const { organizationId } = await anAdmin();
    await context.get(Groups).create(organizationId, { name: 'Legal' });
    for (const id of ['Legal', '', '\0'])
      await expect(context.get(Groups).members({ id, organizationId }, { limit: 10 })).rejects.toMatchObject({
        code: 'not_found',
      });
  });

  it('of another organization does not exist, and accepts none of its users', async () => {
    const [admin, other] = [await anAdmin(), await anAdmin()];
    const { id } = await context.get(Groups).create(admin.organizationId, { name: 'Legal' });
    const foreign = { id, organizationId: other.organizationId };
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(context.get(Groups).change(foreign, { name: 'Ours' })).rejects.toEqual(missing);
    await expect(context.get(Groups).remove(foreign)).rejects.toEqual(missing);
    await expect(context.get(Groups).addMember(foreign, other)).rejects.toEqual(missing);
    await expect(context.get(Groups).members(foreign, { limit: 1 })).rejects.toEqual(missing);
    const own = { id, organizationId: admin.organizationId };
    await expect(context.get(Groups).addMember(own, { ...own, id: other.id })).rejects.toEqual(missing);
    await expect(context.get(Groups).addMember(own, other.userName)).rejects.toMatchObject({
      code: 'bad_request',
    });
  });
});
