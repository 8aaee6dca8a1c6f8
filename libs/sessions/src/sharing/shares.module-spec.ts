import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EntityTable } from '@app/anonymization';
import { ListAuditEvents } from '@app/audit';
import { newId, type Caller } from '@app/common';
import { CurrentPolicies, PolicyModule, SetPolicy, type PolicyDocument } from '@app/policy';
import { knownDetector, startContext, type ServiceContext } from '@app/testing';
import { SharedChatsModule } from '../chats.module';
import { ChatsStore } from '../chats.store';
import { ChooseVersion } from '../history/choose-version';
import { DeleteChats } from '../history/delete-chats';
import { ExportChats } from '../history/export-chats';
import { RenameChat } from '../history/rename-chat';
import { WriteTurn, type TurnAnswer } from '../write-turn.store';
import { EndExpiredShares } from './end-expired-shares';
import { ReadSharedChat } from './read-shared-chat';
import { ShareChat } from './share-chat';

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const FIRST_PAGE = { limit: 50 };
const forever = new AbortController().signal;

let context: ServiceContext;
let owner: Caller;
let reader: Caller;
beforeAll(async () => {
  context = await startContext(
    [SharedChatsModule, PolicyModule],
    { DATA_DIR: await mkdtemp(join(tmpdir(), 'shares-')) },
    { detector: knownDetector([]) },
  );
});
beforeEach(async () => {
  const organizationId = newId();
  owner = { userId: newId(), organizationId, groups: [] };
  reader = { userId: newId(), organizationId, groups: [] };
  await context.db.query(`INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, '{}')`, [
    organizationId,
    `Organization ${organizationId}`,
  ]);
  await context.db.query(
    `INSERT INTO users (id, organization_id, user_name, login_name, role, active)
     VALUES ($1, $2, $3, $3, 'member', true)`,
    [owner.userId, organizationId, `${owner.userId}@company.example`],
  );
});
afterAll(() => context?.stop());

const get = <T>(type: abstract new (...args: never[]) => T): T => context.app.get(type, { strict: false });

/** Stores a turn about a person, by default in a new chat. */
async function keep(person = 'Eva Schulz', chatId?: string, versionOf?: string) {
  const chat = await get(ChatsStore).open(owner, chatId);
  const texts = { prompt: `Write to ${person}`, anonymizedPrompt: 'Write to [NAME_1]' };
  const draft = await get(WriteTurn).begin(chat, EntityTable.create('placeholders'), texts);
  const answer: TurnAnswer = {
    model: 'm',
    documentId: null,
    responseType: 'text',
    hiddenTypes: ['Names'],
    answer: 'Dear [NAME_1]',
    restoredAnswer: `Dear ${person}`,
    replacements: [{ type: 'Names', original: person, replacement: '[NAME_1]' }],
    findings: { protection: 'all' },
    call: { hidden: {} },
    ...(versionOf && { versionOf }),
  };
  expect(await get(WriteTurn).finish(owner, draft, answer)).toBe(true);
  return { chatId: chat.id, turnId: draft.turnId };
}

/** Sets the next version of the policy of the organization. */
async function govern(document: Partial<PolicyDocument>): Promise<void> {
  const { organizationId } = owner;
  const { version } = await get(CurrentPolicies).of(organizationId);
  await get(SetPolicy).execute(organizationId, document, version);
}

const share = (chatId: string, fields: { originals?: boolean; expiresAt?: Date } = {}) =>
  get(ShareChat).execute(owner, chatId, fields);
const read = (id: string, by = reader) => get(ReadSharedChat).execute(by, id, FIRST_PAGE);
const REFUSED = { code: 'not_found' };
const audited = async (chatId: string): Promise<string[]> =>
  (await get(ListAuditEvents).execute({ subjectId: chatId, limit: 100 })).map(
    ({ action, reason }) => action + (reason ? ` ${reason}` : ''),
  );

describe('a shared chat', () => {
  it('is read by users of its organization with replacements, and without the original values [SEC-170]', async () => {
    const { chatId } = await keep();
    const { id } = await share(chatId);
    const shown = await read(id);
    expect(shown).toMatchObject({ name: 'Write to [NAME_1]', ownerId: owner.userId, originals: false });
    expect(shown.turns).toEqual([
      expect.objectContaining({
        prompt: 'Write to [NAME_1]',
        answer: 'Dear [NAME_1]',
        replacements: [{ start: 9, end: 17, kind: 'Names' }],
      }),
    ]);
    expect(JSON.stringify(shown)).not.toContain('Schulz');
  });

  it('is not found by users of another organization, and not by ids that are none [SEC-171]', async () => {
    const { id } = await share((await keep()).chatId);
    const stranger = { userId: newId(), organizationId: newId(), groups: [] };
    for (const [shareId, by] of [
      [id, stranger],
      [newId(), reader],
      ['x', reader],
    ] as const)
      await expect(read(shareId, by)).rejects.toMatchObject(REFUSED);
  });

  it('shows original values only if its owner chose that and the policy allows it, also later [SEC-172]', async () => {
    const { chatId } = await keep();
    await expect(share(chatId, { originals: true })).rejects.toMatchObject({ code: 'forbidden' });
    await govern({ share_originals: true });
    const { id } = await share(chatId, { originals: true });
    await get(RenameChat).execute(owner, chatId, 'Another name');
    expect(await read(id)).toMatchObject({
      name: 'Write to Eva Schulz',
      originals: true,
      turns: [{ prompt: 'Write to Eva Schulz', answer: 'Dear Eva Schulz' }],
    });
    await govern({ share_originals: false });
    const shown = await read(id);
    expect(shown).toMatchObject({ name: 'Write to [NAME_1]', originals: false });
    expect(JSON.stringify(shown)).not.toContain('Schulz');
  });

  it('has the turns of its sharing, in pages, also after they left the current branch', async () => {
    const { chatId, turnId } = await keep();
    await keep('Ben Weber', chatId);
    const { id, turns } = await share(chatId);
    expect(turns).toBe(2);
    await keep('Ida Fuchs', chatId);
    await keep('Eva Schulz', chatId, turnId);
    const first = await get(ReadSharedChat).execute(reader, id, { limit: 1 });
    expect([first.turns.map((turn) => turn.id), first.nextCursor]).toEqual([[turnId], '1']);
    const second = await get(ReadSharedChat).execute(reader, id, { limit: 1, cursor: '1' });
    expect([second.turns.length, second.nextCursor]).toEqual([1, null]);
    await get(ChooseVersion).execute(owner, chatId, turnId);
    expect((await read(id)).turns.map((turn) => turn.id)).toContain(turnId);
    await expect(get(ReadSharedChat).execute(reader, id, { limit: 1, cursor: 'x' })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('names to its owner the turns in which not everything was hidden', async () => {
    const { chatId } = await keep();
    expect(await share(chatId)).toMatchObject({ turns: 1, partlyHidden: 0 });
    const chat = await get(ChatsStore).open(owner, chatId);
    const texts = { prompt: 'Eva Schulz', anonymizedPrompt: 'Eva Schulz' };
    const draft = await get(WriteTurn).begin(chat, EntityTable.create('placeholders'), texts);
    const answer = { model: 'm', documentId: null, responseType: 'text', hiddenTypes: [] } as const;
    const rest = { answer: 'a', restoredAnswer: 'a', replacements: [], call: { hidden: {} } };
    await get(WriteTurn).finish(owner, draft, { ...answer, ...rest, findings: { protection: 'off' } });
    expect(await share(chatId)).toMatchObject({ turns: 2, partlyHidden: 1 });
  });

  it('ends when its owner ends it, shares it again or deletes the chat [SEC-173]', async () => {
    const { chatId } = await keep();
    const first = await share(chatId);
    const second = await share(chatId);
    await expect(read(first.id)).rejects.toMatchObject(REFUSED);
    expect(await get(ShareChat).find(owner, chatId)).toEqual(second);
    await get(ShareChat).end(owner, chatId);
    await expect(read(second.id)).rejects.toMatchObject(REFUSED);
    await expect(get(ShareChat).end(owner, chatId)).rejects.toMatchObject(REFUSED);
    const third = await share(chatId);
    await get(DeleteChats).one(owner, chatId);
    await expect(read(third.id)).rejects.toMatchObject(REFUSED);
    expect((await context.db.query('SELECT FROM chat_shares WHERE chat_id = $1', [chatId])).rows).toEqual([]);
  });

  it('ends when it expires, after 30 days at most', async () => {
    const { chatId } = await keep();
    for (const expiresAt of [inDays(-1), inDays(31)])
      await expect(share(chatId, { expiresAt })).rejects.toMatchObject({ code: 'bad_request' });
    const { id } = await share(chatId, { expiresAt: inDays(1) });
    await get(EndExpiredShares).execute(forever);
    expect(await read(id)).toMatchObject({ turns: [{}] });
    await context.db.query(`UPDATE chat_shares SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]);
    await expect(read(id)).rejects.toMatchObject(REFUSED);
    await get(EndExpiredShares).execute(forever);
    expect((await context.db.query('SELECT FROM chat_shares WHERE id = $1', [id])).rows).toEqual([]);
    expect(await audited(chatId)).toContain('chat.unshare expired');
  });

  it('is not found while its owner is deactivated [SEC-222]', async () => {
    const { id } = await share((await keep()).chatId);
    const setActive = (active: boolean) =>
      context.db.query('UPDATE users SET active = $2 WHERE id = $1', [owner.userId, active]);
    await setActive(false);
    await expect(read(id)).rejects.toMatchObject(REFUSED);
    await setActive(true);
    expect(await read(id)).toMatchObject({ ownerId: owner.userId });
  });

  it('is shared and ended by its owner only', async () => {
    const { chatId } = await keep();
    await expect(get(ShareChat).execute(reader, chatId, {})).rejects.toMatchObject(REFUSED);
    const { id } = await share(chatId);
    for (const deed of ['find', 'end'] as const)
      await expect(get(ShareChat)[deed](reader, chatId)).rejects.toMatchObject(REFUSED);
    expect(await read(id)).toMatchObject({ ownerId: owner.userId });
  });

  it('is in the audit trail: its sharing, each other user who reads it, and its end [SEC-174]', async () => {
    const { chatId } = await keep();
    const { id } = await share(chatId);
    await read(id, owner);
    await read(id);
    await get(ShareChat).end(owner, chatId);
    expect(await audited(chatId)).toEqual(['chat.unshare', 'chat.read', 'chat.share']);
  });

  it('is part of the export of its owner', async () => {
    const { chatId, turnId } = await keep();
    const { id } = await share(chatId);
    for await (const chat of get(ExportChats).execute(owner))
      expect(chat).toMatchObject({ id: chatId, share: { id, turnIds: [turnId] } });
  });
});
