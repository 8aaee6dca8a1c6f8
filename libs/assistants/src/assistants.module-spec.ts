import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Groups, Users } from '@app/accounts';
import { ListAuditEvents } from '@app/audit';
import { newId } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import type { AssistantContent, AssistantUser, Sharing } from './assistant';
import { AssistantsModule } from './assistants.module';
import { ExportAssistants } from './export-assistants';
import { ManageAssistants } from './manage-assistants';
import { UseAssistants } from './use-assistants';

const INSTRUCTION = 'Write to {{customer}}.';
const SELF: Sharing = { audience: 'self', groupId: null, membersEdit: false };
const OF_ALL: Sharing = { ...SELF, audience: 'organization' };

let context: ServiceContext;
let admin: AssistantUser;
let member: AssistantUser;

const get = <T>(type: abstract new (...args: never[]) => T): T => context.app.get(type, { strict: false });
const assistants = () => get(ManageAssistants);

beforeAll(async () => {
  context = await startContext([AssistantsModule], {
    DATA_DIR: await mkdtemp(join(tmpdir(), 'assistants-')),
  });
});
beforeEach(async () => {
  const password = 'correct horse battery';
  const userName = () => `${newId()}@company.example`;
  const made = await get(Users).createOrganization(`Organization ${newId()}`, {
    userName: userName(),
    password,
  });
  const { organizationId } = made;
  const other = await get(Users).create({ userName: userName(), password, organization: organizationId });
  admin = { userId: made.id, organizationId, groups: [], isAdmin: true };
  member = { userId: other.id, organizationId, groups: [], isAdmin: false };
});
afterAll(() => context?.stop());

const contentOf = (parts: Partial<AssistantContent> = {}): AssistantContent => ({
  name: 'Letters',
  description: '',
  instruction: INSTRUCTION,
  kinds: [],
  starters: [],
  ...parts,
});
const create = async (by: AssistantUser, sharing: Sharing = SELF): Promise<string> =>
  (await assistants().create(by, { content: contentOf(), sharing })).id;
const grouped = async (...users: AssistantUser[]): Promise<string> => {
  const { organizationId } = admin;
  const { id } = await get(Groups).create(organizationId, { name: `Group ${newId()}` });
  for (const user of users) {
    await get(Groups).addMember({ id, organizationId }, { id: user.userId, organizationId });
    user.groups = [...user.groups, id];
  }
  return id;
};
const REFUSED = { code: 'not_found' };
const FORBIDDEN = { code: 'forbidden' };

describe('an assistant', () => {
  it('is used by its owner, a group or the organization, and by no other user [SEC-176]', async () => {
    const own = await create(member);
    const ofAll = await create(admin, OF_ALL);
    const groupId = await grouped(admin);
    const ofGroup = await create(admin, { ...SELF, audience: 'group', groupId });
    const stranger = { userId: newId(), organizationId: newId(), groups: [groupId], isAdmin: true };
    const listed = async (user: AssistantUser) =>
      (await assistants().list(user, { limit: 100 })).assistants.map(({ id }) => id).sort();
    expect(await listed(member)).toEqual([own, ofAll].sort());
    expect(await listed(admin)).toEqual([ofAll, ofGroup].sort());
    expect(await listed(stranger)).toEqual([]);
    await expect(assistants().find(admin, own)).rejects.toMatchObject(REFUSED);
    await expect(assistants().versions(stranger, ofAll)).rejects.toMatchObject(REFUSED);
    const ofOther = await create(member, { ...SELF, audience: 'group', groupId: await grouped(member) });
    expect(await assistants().find(admin, ofOther)).toMatchObject({ canEdit: true, canStart: false });
    const request = { id: ofGroup, variables: { customer: 'x' } };
    await expect(get(UseAssistants).start(member, request)).rejects.toThrow(/^assistant_id/);
    member.groups = [groupId];
    expect(await assistants().find(member, ofGroup)).toMatchObject({ canEdit: false, canStart: true });
    expect(await get(UseAssistants).start(member, request)).toMatchObject({ id: ofGroup, version: 1 });
  });

  it('is changed by its owner, by admins, and by members of its group if it says so [SEC-177]', async () => {
    const groupId = await grouped(admin, member);
    const ofGroup: Sharing = { audience: 'group', groupId, membersEdit: false };
    const id = await create(admin, ofGroup);
    const fields = { content: contentOf({ name: 'Other' }), sharing: ofGroup };
    await expect(assistants().change(member, id, 1, fields)).rejects.toMatchObject(FORBIDDEN);
    await expect(assistants().delete(member, id)).rejects.toMatchObject(FORBIDDEN);
    const open = { ...fields, sharing: { ...ofGroup, membersEdit: true } };
    await assistants().change(admin, id, 1, open);
    await expect(assistants().change(member, id, 1, open)).rejects.toMatchObject({ code: 'conflict' });
    expect(await assistants().change(member, id, 2, open)).toMatchObject({ name: 'Other', version: 3 });
    const taken = { ...open, sharing: SELF };
    await expect(assistants().change(member, id, 3, taken)).rejects.toMatchObject(FORBIDDEN);
    await expect(create(member, OF_ALL)).rejects.toMatchObject(FORBIDDEN);
    const foreign = { ...ofGroup, groupId: await grouped(admin) };
    await expect(create(member, foreign)).rejects.toThrow(/^group_id must be/);
  });

  it('has versions, which an editor can read', async () => {
    const id = await create(member);
    for (let version = 1; version <= 51; version++)
      await assistants().change(member, id, version, {
        content: contentOf({ name: `Letters ${version}` }),
        sharing: SELF,
      });
    const versions = await assistants().versions(member, id);
    expect(versions).toHaveLength(50);
    expect(versions[0]).toMatchObject({ version: 52, name: 'Letters 51' });
    expect(versions.at(-1)).toMatchObject({ version: 3, name: 'Letters 2' });
  });

  it('ends with its key, and stays without an owner if others use it [SEC-179]', async () => {
    const own = await create(admin);
    const shared = await create(admin, OF_ALL);
    const exported = [];
    for await (const one of get(ExportAssistants).execute(admin)) exported.push(one);
    expect(exported).toMatchObject([
      { id: own, versions: [{ instruction: INSTRUCTION }], documents: [] },
      { id: shared, audience: 'organization' },
    ]);
    expect(await assistants().erase(admin)).toBe(1);
    const left = await context.db.query('SELECT FROM data_keys WHERE subject_id = $1', [own]);
    expect(left.rows).toEqual([]);
    expect(await assistants().find(member, shared)).toMatchObject({ id: shared, isOwner: false });
    const entries = await get(ListAuditEvents).execute({ subjectId: own, limit: 10 });
    expect(entries.map(({ action }) => action)).toEqual(['assistant.delete', 'assistant.create']);
  });
});
