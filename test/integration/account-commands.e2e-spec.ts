import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSystem, type TestSystem } from '@app/testing';
import { Commands } from '../support/commands';

interface Organization {
  id: string;
  name: string;
  active: boolean;
  grants: string[];
}

/** Commands in the test's process. Commands in separate processes: `operator-commands.e2e-spec.ts`. */
describe("the operator's commands for accounts", () => {
  let system: TestSystem;
  let commands: Commands;

  beforeAll(async () => {
    system = await startSystem({}, []);
    commands = new Commands(system);
  });
  afterAll(() => system.stop());

  const json: Commands['json'] = (...given) => commands.json(...given);
  const refusal: Commands['refusal'] = (...given) => commands.refusal(...given);
  const newOrganization = () => json<Organization>(['org', 'create', `Organization ${randomUUID()}`]);

  it('create, change and list organizations, found by id and by exact name', async () => {
    const made = await newOrganization();
    expect(made).toMatchObject({ active: true, grants: [] });
    expect(await json(['org', 'grant', made.id, 'transcribe'])).toMatchObject({ grants: ['transcribe'] });
    expect(await json(['org', 'grant', made.name, 'anonymize'])).toMatchObject({
      grants: ['anonymize', 'transcribe'],
    });
    expect(await json(['org', 'revoke', made.id, 'transcribe'])).toMatchObject({ grants: ['anonymize'] });
    expect(await json(['org', 'deactivate', made.name])).toMatchObject({ id: made.id, active: false });
    expect(await json(['org', 'list'])).toContainEqual({ ...made, active: false, grants: ['anonymize'] });
    expect(await refusal(['org', 'create', made.name])).toMatch(/exists already/);
  });

  it('show and set the policy of an organization', async () => {
    const { id } = await newOrganization();
    expect(await json(['policy', 'show', id])).toMatchObject({ version: 0 });
    const policy = { modes: { Emails: 'block', Phone: 'remove' }, system_prompt: 'You work for a bank.' };
    const set = ['policy', 'set', id, '-', '--replaces', '0'];
    expect(await json(set, JSON.stringify(policy))).toEqual({ version: 1 });
    expect(await json(['policy', 'show', id])).toMatchObject({ version: 1, policy });
  });

  it('preview the effect of a policy on a text, and name the faults of its file', async () => {
    const file = join(system.dataDir, 'policy.json');
    await writeFile(file, '{"modes":{"Emails":"block"}}');
    const text = 'Write to ann@example.com.';
    expect(await json(['policy', 'preview', file], text)).toEqual([
      expect.objectContaining({ start: 9, end: 24, mode: 'block' }),
    ]);
    await writeFile(file, '{');
    expect(await refusal(['policy', 'preview', file], text)).toBe(
      'The file with the policy is not valid JSON',
    );
    expect(await refusal(['policy', 'preview', `${file}.away`], text)).toMatch(/cannot be read/);
    expect(await refusal(['policy', 'preview', '-'], text)).toMatch(/expected the path of a file/);
  });

  it('evaluate policies on annotated texts, and name the faults of their file', async () => {
    const [file, policy] = [join(system.dataDir, 'texts.jsonl'), join(system.dataDir, 'no-mails.json')];
    const texts = [
      { text: 'Write to ann@example.com.', lang: 'en', values: [{ start: 9, end: 24, kind: 'Emails' }] },
      { text: 'Nothing is here.', values: [] },
    ];
    await writeFile(file, texts.map((text) => JSON.stringify(text)).join('\n'));
    await writeFile(policy, '{"modes":{"Emails":"never"}}');
    const measured = await json<object[]>(['evaluate', file, '--policy', policy, '--before', file]).catch(
      ({ message }: Error) => message,
    );
    expect(measured).toBe('The file with the policy is not valid JSON');
    await writeFile(`${policy}.before`, '{}');
    const [before, after] = await json<object[]>([
      'evaluate',
      file,
      '--policy',
      policy,
      '--before',
      `${policy}.before`,
    ]);
    const emails = (count: number) => ({
      texts: 2,
      wholeTexts: expect.objectContaining({ of: 1, count }),
      outcomes: expect.arrayContaining([
        {
          kind: 'Emails',
          recall: expect.objectContaining({ of: 1, count }),
          overMasking: expect.any(Object),
        },
      ]),
    });
    expect(before).toMatchObject(emails(1));
    expect(after).toMatchObject(emails(0));
    await writeFile(file, '{"text": "ann@example.com"}');
    expect(await refusal(['evaluate', file])).toBe(
      'Line 1 of the annotated texts: values must be of the type array',
    );
    expect(await refusal(['evaluate', `${file}.away`])).toMatch(/cannot be read/);
  });

  it('set, list and remove budgets', async () => {
    const { id, name } = await newOrganization();
    const budget = { kind: 'organization', subjectId: id, unit: 'tokens', soft: 800, hard: 1_000 };
    const set = ['budget', 'set', 'organization', id, '--org', name, '--soft', '800'];
    expect(await json([...set, '--hard', '1000'])).toMatchObject({ ...budget, used: 0, reserved: 0 });
    expect(await json(['budget', 'list', '--org', id])).toEqual([expect.objectContaining(budget)]);
    expect(await refusal([...set, '--hard', 'much'])).toMatch(/expected a whole number of tokens/);
    expect(await json(['budget', 'remove', 'organization', id, '--org', id])).toEqual({ removed: id });
    expect(await json(['budget', 'list', '--org', id])).toEqual([]);
  });

  it('set and reset limits of users and organizations', async () => {
    const { id, name } = await newOrganization();
    expect(await json(['org', 'limit', name, 'jobs', '1200/1m'])).toEqual({
      id,
      name,
      rateLimits: { jobs: '1200/1m' },
      totalLimits: {},
      secondFactorRequired: false,
    });
    await json(['org', 'limit', id, 'chat', '90/1m']);
    expect(await commands.run(['org', 'limit', id, 'jobs', 'default'])).toContain('rateLimits: chat=90/1m');
    const userName = `${randomUUID()}@company.example`;
    const args = ['user', 'create', userName, '--org', name, '--password-stdin'];
    await json(args, 'correct horse battery staple\n');
    expect(await json(['user', 'limit', userName, 'chat', '300/1m'])).toMatchObject({
      userName,
      rateLimits: { chat: '300/1m' },
    });
    expect(await refusal(['user', 'limit', userName, 'chat', 'many'])).toMatch(/such as 300\/1m/);
    for (const kind of ['jobs', 'constructor'])
      expect(await refusal(['user', 'limit', userName, kind, '1/1m'])).toMatch(/Allowed choices are chat/);
  });

  it('create and list users, and never print a password', async () => {
    const { id: organizationId, name } = await newOrganization();
    const userName = `${randomUUID()}@Company.example`;
    const args = ['user', 'create', userName, '--org', name, '--password-stdin'];
    const made = await json<object>(args, 'correct horse battery staple\n');
    expect(made).toEqual({
      id: expect.any(String),
      userName,
      organizationId,
      role: 'member',
      active: true,
      invitedUntil: null,
      rateLimits: {},
      createdAt: expect.any(String),
    });
    expect(await json<object[]>(['user', 'list'])).toContainEqual(made);
    const table = await commands.run(['user', 'list']);
    expect(table).toContain(userName);
    for (const output of [table, JSON.stringify(made)]) expect(output).not.toMatch(/argon2|correct horse/);
    expect(await refusal(args, 'correct horse battery staple\n')).toBe('A user of this name exists already');
    expect(await refusal(args, 'short\n')).toBe('A password must have 8 to 1024 characters');
  });

  it('create admins, groups and limits of groups, and list and revoke keys', async () => {
    const [name, userName] = [`Organization ${randomUUID()}`, `${randomUUID()}@company.example`];
    const create = ['org', 'create', name, '--admin', userName, '--password-stdin'];
    create.push('--grant', 'transcribe', 'anonymize');
    const admin = await json<{ id: string; organizationId: string }>(
      create,
      'correct horse battery staple\n',
    );
    expect(admin).toMatchObject({ userName, role: 'admin' });
    expect(await json(['org', 'list'])).toContainEqual(
      expect.objectContaining({ name, grants: ['anonymize', 'transcribe'] }),
    );
    expect(await refusal(['user', 'role', userName, 'auditor'])).toMatch(/only admin of the organization/);
    const org = ['--org', name];
    const group = await json<{ id: string }>(['group', 'create', 'Legal', ...org]);
    expect(await json(['group', 'limit', 'Legal', 'chat', '90/1m', ...org])).toMatchObject({
      id: group.id,
      rateLimits: { chat: '90/1m' },
    });
    await json(['group', 'add', group.id, userName, ...org]);
    expect(await json(['group', 'members', 'Legal', ...org])).toEqual([
      { id: admin.id, userName, fromClaims: false, fromScim: false },
    ]);
    await json(['group', 'delete', 'Legal', ...org]);
    expect(await json(['group', 'list', ...org])).toEqual([]);
    const keyId = randomUUID();
    await system.db.query(
      `INSERT INTO api_keys (id, organization_id, user_id, hash, name, scopes, created_at)
       VALUES ($1, $2, $3, 'hash', 'Nightly', '{chat}', now())`,
      [keyId, admin.organizationId, admin.id],
    );
    await json(['key', 'revoke', keyId, ...org]);
    const listed = await commands.run(['key', 'list', ...org]);
    expect(listed).toContain('Nightly');
    expect(await json(['key', 'list', ...org])).toEqual([
      expect.objectContaining({ id: keyId, revokedAt: expect.any(String) }),
    ]);
  });

  it.each([
    [['org', 'create', randomUUID()], /1 to 200 characters[^]*not a UUID/],
    [['org', 'deactivate', 'No such organization'], /No organization has this id or exact name/],
    [['user', 'deactivate', 'nobody@company.example'], /No user has this name/],
    [
      ['user', 'password', 'nobody@company.example'],
      /No terminal to ask for the password; use --password-stdin/,
    ],
    [['user', 'create', 'nobody', '--org', 'x', '--password-stdin'], /user name must be an e-mail address/],
  ])('report the fault of %j in one line', async (args, words) => {
    expect(await refusal(args, 'correct horse\n')).toMatch(words);
  });
});
