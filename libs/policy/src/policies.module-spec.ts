import { DataSource } from 'typeorm';
import { Clock, newId, Transactions } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { knownDetector, startContext, type ServiceContext } from '@app/testing';
import { AcceptCall, CurrentPolicies } from './current-policies';
import { PolicyModule } from './policy.module';
import { PrunePolicies } from './prune-policies';
import { ReadPolicy } from './read-policy';
import { ReadPolicyVersions } from './read-policy-versions';
import { SetPolicy } from './set-policy';
import { PoliciesStore } from './store/policies.store';

const NAME = 'Hans Müller';
const detector = knownDetector([NAME]);
let context: ServiceContext;
let organizationId: string;

beforeAll(async () => {
  context = await startContext(
    [PolicyModule],
    {
      LLM_BASE_URL: 'http://127.0.0.1:9/v1',
      LLM_MODELS: 'big,small',
    },
    { detector },
  );
});
beforeEach(() => {
  organizationId = newId();
});
afterAll(() => context?.stop());

const set = (document: unknown, version: number | undefined) =>
  context.get(SetPolicy).execute(organizationId, document, version);
/** Creates a group, and its organization if needed. @returns the id of the group */
async function aGroup(of = organizationId): Promise<string> {
  const id = newId();
  await context.db.query(
    `INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, '{}') ON CONFLICT DO NOTHING`,
    [of, of],
  );
  await context.db.query('INSERT INTO groups (id, organization_id, name) VALUES ($1, $2, $3)', [id, of, id]);
  return id;
}
const read = () => context.get(ReadPolicy).execute(organizationId);

describe('a policy', () => {
  it('is version 0 without rules until one is set, and each change increments the version', async () => {
    expect(await read()).toMatchObject({ version: 0, createdAt: null, document: { modes: {}, terms: [] } });
    expect(await set({ modes: { Names: 'always' } }, 0)).toBe(1);
    expect(await set({ modes: { Cards: 'block' } }, 1)).toBe(2);
    expect(await read()).toMatchObject({ version: 2, document: { modes: { Cards: 'block' } } });
  });

  it.each([undefined, 0, 2])('is not changed by a caller that has seen version %s of it', async (version) => {
    await set({}, 0);
    await expect(set({ modes: { Names: 'always' } }, version)).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    expect(await read()).toMatchObject({ version: 1, document: { modes: {} } });
  });

  it('is changed by one of many concurrent callers', async () => {
    await set({}, 0);
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => set({ system_prompt: `Version of ${i}` }, 1)),
    );
    const won = tries.filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect(tries.findIndex(({ status }) => status === 'fulfilled')).toBe(
      Number((await read()).document.system_prompt.at(-1)),
    );
    expect((await read()).version).toBe(2);
  });

  it('belongs to one organization, and no other can read or change it, whatever a query asks for', async () => {
    await set({ system_prompt: 'Ours' }, 0);
    const other = newId();
    expect((await context.get(ReadPolicy).execute(other)).version).toBe(0);
    const seen = await context
      .get(Transactions)
      .runFor({ organizationId: other }, (tx) =>
        (tx as DataSource['manager']).query<object[]>('SELECT FROM policy_versions'),
      );
    expect(seen).toHaveLength(0);
  });

  it('is sealed with a separate key, and the audit trail records its change only as counts', async () => {
    const document = {
      system_prompt: 'Be kind to Zebediah',
      terms: [{ phrase: 'Nordlicht' }],
      modes: { Cards: 'block' },
    };
    await set(document, 0);
    const { rows } = await context.db.query<{ sealed: string; keys: string }>(
      `SELECT encode(document, 'escape') AS sealed,
         (SELECT count(*) FROM data_keys WHERE subject_id = policy_versions.id) AS keys
       FROM policy_versions WHERE organization_id = $1`,
      [organizationId],
    );
    expect(rows).toMatchObject([{ keys: '1' }]);
    expect(rows[0]!.sealed).not.toMatch(/Zebediah|Nordlicht|Cards/);
    const trail = await context.db.query('SELECT * FROM audit_events WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(trail.rows).toMatchObject([
      {
        action: 'policy.set',
        counts: { version: 1, terms: 1, patterns: 0, 'Cards.block': 1, system_prompt: 1 },
      },
    ]);
    expect(JSON.stringify(trail.rows)).not.toMatch(/Zebediah|Nordlicht/);
  });

  it('shows the versions that it replaced, to its own organization only', async () => {
    await set({ modes: { Names: 'always' } }, 0);
    await set({ modes: { Cards: 'block' } }, 1);
    const versions = (of = organizationId) => context.get(ReadPolicyVersions).list(of);
    expect((await versions()).map(({ version }) => version)).toEqual([2, 1]);
    expect(await versions(newId())).toEqual([]);
    const one = (version: number, of = organizationId) => context.get(ReadPolicyVersions).one(of, version);
    expect(await one(1)).toMatchObject({
      version: 1,
      createdAt: expect.any(Date),
      document: { modes: { Names: 'always' }, images: 'refused' },
    });
    await expect(one(3)).rejects.toMatchObject({ code: 'not_found' });
    await expect(one(1, newId())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('must not contain in its system prompt what it hides in every call', async () => {
    const saying = (system_prompt: string, more: object) => set({ system_prompt, ...more }, 0);
    const refusal = { code: 'bad_request', details: { errors: [{ field: 'system_prompt' }] } };
    await expect(saying(`You work for ${NAME}`, { modes: { Names: 'remove' } })).rejects.toMatchObject(
      refusal,
    );
    await expect(saying('Write to a@b.example', { modes: { Emails: 'block' } })).rejects.toMatchObject(
      refusal,
    );
    await expect(
      saying('Write to a@b.example', { internal: { modes: { Emails: 'block' } } }),
    ).rejects.toMatchObject(refusal);
    await expect(saying('Project Nordlicht', { terms: [{ phrase: 'Nordlicht' }] })).rejects.toMatchObject({
      message: 'system_prompt must not contain Terms: the policy hides that in every call',
    });
    expect(await saying(`You work for ${NAME}`, { modes: { Names: 'always' } })).toBe(1);
  });

  it('is deleted with its key 90 days after it was replaced', async () => {
    for (const version of [0, 1, 2]) await set({}, version);
    await context.db.query(
      `UPDATE policy_versions SET created_at = now() - interval '91 days' WHERE organization_id = $1 AND version < 3`,
      [organizationId],
    );
    await context.get(PrunePolicies).execute(new AbortController().signal);
    const { rows } = await context.db.query<{ version: number }>(
      `SELECT version FROM policy_versions WHERE organization_id = $1 ORDER BY version`,
      [organizationId],
    );
    expect(rows.map(({ version }) => version)).toEqual([2, 3]);
    const { rows: keys } = await context.db.query(
      'SELECT FROM data_keys WHERE subject_id NOT IN (SELECT id FROM policy_versions)',
    );
    expect(keys).toHaveLength(0);
  });

  it('names only groups of its own organization: another one is refused with the field that names it', async () => {
    const foreign = await aGroup(newId());
    const models = [
      { model: 'big', groups: [await aGroup(), foreign] },
      { model: 'small', groups: [newId()] },
    ];
    const message = 'must be the id of a group of your organization';
    await expect(set({ models }, 0)).rejects.toMatchObject({
      code: 'bad_request',
      details: {
        errors: [
          { field: 'models[0].groups[1]', message },
          { field: 'models[1].groups[0]', message },
        ],
      },
    });
    expect(await read()).toMatchObject({ version: 0 });
  });

  it('restricts models to groups: other users do not see them, and get the error of an unknown model', async () => {
    const group = await aGroup();
    await set(
      {
        models: [
          { model: 'big', groups: [group] },
          { model: 'small', groups: [] },
        ],
      },
      0,
    );
    const member = { organizationId, userId: newId(), groups: [newId(), group] };
    const other = { ...member, groups: [newId()] };
    const ids = async (caller: typeof other) =>
      (await context.get(AcceptCall).models(caller)).map(({ id }) => id);
    const ask = (caller: typeof other, model: string) =>
      context
        .get(AcceptCall)
        .execute(caller, { model, choices: [] })
        .catch((error: Error) => error.message);
    expect(await ids(member)).toEqual(['big', 'small']);
    expect(await ids(other)).toEqual(['small']);
    expect(await ask(other, 'big')).toBe(await ask(other, 'unknown'));
    expect(await ask(member, 'big')).toMatchObject({ model: { id: 'big' } });
  });
});

describe('a process', () => {
  /** A process that reads `store` and has its own clock. */
  function aProcess() {
    const clock = { time: 0, now: () => new Date(clock.time) };
    const store = new PoliciesStore(context.get(DataSource as never), context.get(DataKeys));
    const policies = new CurrentPolicies(store, clock as unknown as Clock);
    const latest = jest.spyOn(store, 'latest');
    const version = async () => (await policies.of(organizationId)).version;
    return { clock, store, latest, version, policies };
  }

  it('checks every two seconds, once for all callers, and compiles a version once', async () => {
    await set({ modes: { Names: 'always' } }, 0);
    const { clock, latest, version, policies } = aProcess();
    expect(await Promise.all([version(), version(), version()])).toEqual([1, 1, 1]);
    expect(latest).toHaveBeenCalledTimes(1);
    const first = await policies.of(organizationId);
    await set({}, 1);
    clock.time = 1_999;
    expect(await policies.of(organizationId)).toBe(first);
    clock.time = 2_000;
    expect(await version()).toBe(2);
    expect(latest).toHaveBeenCalledTimes(2);
    const second = await policies.of(organizationId);
    clock.time = 4_000;
    expect(await policies.of(organizationId)).toBe(second);
    expect(latest).toHaveBeenCalledTimes(3);
  });

  it('serves calls for ten seconds if it cannot check, and then none until it can again [SEC-102]', async () => {
    await set({ modes: { Names: 'always' } }, 0);
    const { clock, latest, version } = aProcess();
    expect(await version()).toBe(1);
    latest.mockRejectedValue(new Error('connection refused'));
    clock.time = 9_999;
    expect(await version()).toBe(1);
    clock.time = 10_000;
    await expect(version()).rejects.toMatchObject({ code: 'unavailable' });
    latest.mockRestore();
    expect(await version()).toBe(1);
  });

  it('that could never check refuses every call', async () => {
    const { latest, version } = aProcess();
    latest.mockRejectedValue(new Error('connection refused'));
    await expect(version()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('refuses every call under a policy that it cannot open', async () => {
    await set({}, 0);
    await context.db.query(
      'DELETE FROM data_keys WHERE subject_id IN (SELECT id FROM policy_versions WHERE organization_id = $1)',
      [organizationId],
    );
    await expect(aProcess().version()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('continues work under the version at which it was accepted', async () => {
    await set({ modes: { Names: 'always' } }, 0);
    await set({ modes: { Names: 'remove' } }, 1);
    const { policies } = aProcess();
    const modeAt = async (version: number | null) =>
      (await policies.at(organizationId, version)).modeOf('Names');
    expect(await modeAt(0)).toBe('asked');
    expect(await modeAt(1)).toBe('always');
    expect(await modeAt(2)).toBe('remove');
    expect(await modeAt(null)).toBe('remove');
  });
});
