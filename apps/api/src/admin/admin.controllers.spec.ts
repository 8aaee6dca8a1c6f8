import { Organizations } from '@app/accounts';
import { ExportAuditEvents, ListAuditEvents, VerifyAuditTrail } from '@app/audit';
import { Budgets, ReadSpending, type ManagedBudget } from '@app/budgets';
import { AppError, newId, type Owner } from '@app/common';
import { PreviewPolicy, ReadPolicy, ReadPolicyVersions, SetPolicy } from '@app/policy';
import { UsageStore } from '@app/usage';
import { serve, type Served } from '../../testing/serve';
import { UsageController } from '../usage/usage.controller';
import { AdminAuditController } from './audit.controller';
import { AdminBudgetsController } from './budgets.controller';
import { AdminPolicyController } from './policy.controller';

const user = { userId: newId(), organizationId: newId() };
const ID = '019aa5bf-4c55-7f1d-8b1e-7f5f0b0f8a14';
const budget = (kind: string, subjectId: string, personal = false) =>
  ({
    id: subjectId,
    organizationId: user.organizationId,
    kind,
    subjectId,
    personal,
    unit: 'tokens',
  }) as unknown as ManagedBudget;

describe('the endpoints of administration', () => {
  let served: Served;
  const asked: unknown[] = [];
  let usageByPerson = false;
  let budgets: ManagedBudget[] = [];
  let lines: () => AsyncGenerator<string, void, void>;
  let intact = true;

  beforeAll(async () => {
    const value = (provide: unknown, useValue: unknown) => ({ provide: provide as string, useValue });
    served = await serve({
      user,
      prefix: '/admin/v1',
      controllers: [AdminAuditController, AdminBudgetsController, AdminPolicyController, UsageController],
      providers: [
        value(Organizations, { find: async () => ({ usageByPerson }) }),
        value(UsageStore, {
          largeShares: async (_: unknown, { by }: { by: string }) => new Set([`large-${by}`]),
          byModelFor: async ({ userId }: Owner, rows: object[], { byPerson }: { byPerson: boolean }) =>
            userId === user.userId && byPerson ? rows : rows.slice(0, 1),
          report: async (...given: unknown[]) => {
            asked.push(given);
            const count = { totalTokens: 0, promptTokens: 0, completionTokens: 0, requests: 0 };
            return {
              ...count,
              byModel: [
                { model: 'large-model', ...count, requests: 9 },
                { model: 'small-model', ...count, requests: 1 },
              ],
              byDay: [],
            };
          },
        }),
        value(Budgets, { page: async () => ({ items: budgets, next: null }), find: async () => budgets[0] }),
        value(ReadSpending, {
          execute: async (all: ManagedBudget[]) =>
            all.map((one) => ({ ...one, soft: null, hard: 100, used: 7, reserved: 0 })),
        }),
        value(ListAuditEvents, {
          page: async (query: unknown) => (asked.push(query), { entries: [], next: null }),
        }),
        value(ExportAuditEvents, { execute: (...given: unknown[]) => (asked.push(given), lines()) }),
        value(VerifyAuditTrail, {
          execute: async (_: string, hash?: string) => {
            asked.push(hash);
            return { intact, chains: [], unsealed: { count: 0, oldest: null }, strayCallers: 0 };
          },
        }),
        value(ReadPolicy, { execute: async () => ({ version: 0, createdAt: null, document: {} }) }),
        value(ReadPolicyVersions, {
          one: async (_: string, version: number) => {
            if (version !== 3)
              throw new AppError('not_found', 'Your organization has no such version, or no longer');
            return { version, createdAt: new Date(0), document: {} };
          },
        }),
        value(SetPolicy, {
          execute: async (_: string, policy: unknown, version?: number) => (
            asked.push([policy, version ?? 'none']),
            4
          ),
        }),
        value(PreviewPolicy, { execute: async () => [] }),
      ],
    });
  });
  beforeEach(() => {
    asked.length = 0;
    usageByPerson = false;
    budgets = [];
    intact = true;
  });
  afterAll(() => served.close());

  describe('for the audit trail', () => {
    it('list 50 entries of the own organization unless the query says otherwise', async () => {
      await served.ask('audit');
      await served.ask(`audit?limit=1&outcome=failed&organizationId=${ID}`);
      expect(asked).toEqual([
        { organizationId: user.organizationId, limit: 50 },
        { organizationId: user.organizationId, limit: 1, outcome: 'done', failed: true },
      ]);
    });

    it.each([
      ['', 'application/x-ndjson', 'audit.ndjson'],
      ['?format=ndjson', 'application/x-ndjson', 'audit.ndjson'],
      ['?format=csv', 'text/csv; charset=utf-8', 'audit.csv'],
    ])('export it as a file: %j', async (query, type, name) => {
      lines = async function* two() {
        yield 'a\n';
        yield 'b\n';
      };
      const { headers, text } = await served.ask(`audit/export${query}`);
      expect(text).toBe('a\nb\n');
      expect(headers.get('content-type')).toMatch(type);
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    });

    it('break an export that fails, so that it is not taken for whole', async () => {
      lines = async function* broken() {
        yield 'a\n';
        throw new Error('the store is away');
      };
      await expect(served.ask('audit/export')).rejects.toThrow();
    });

    it('verify it with a hash in small letters, and say that it is broken', async () => {
      expect((await served.ask(`audit/verify?hash=${'AB'.repeat(32)}`)).json).toMatchObject({
        message: 'Audit trail verified',
      });
      intact = false;
      expect((await served.ask('audit/verify')).json).toMatchObject({
        success: true,
        message: 'The audit trail is broken',
        data: { intact: false },
      });
      expect(asked).toEqual(['ab'.repeat(32), undefined]);
    });
  });

  describe('for budgets', () => {
    const used = async () => {
      const { json } = await served.ask('budgets');
      return Object.fromEntries(
        (json as { data: { subject_id: string; used: number | null }[] }).data.map((one) => [
          one.subject_id,
          one.used,
        ]),
      );
    };
    const ALL = [
      budget('organization', 'o'),
      budget('group', 'large-group'),
      budget('group', 'small-group'),
      budget('user', 'u', true),
      budget('key', 'k'),
      budget('key', 'personal-key', true),
    ];

    it('show no usage by which a single person could be known', async () => {
      budgets = ALL;
      expect(await used()).toEqual({
        o: 7,
        'large-group': 7,
        'small-group': null,
        u: null,
        k: 7,
        'personal-key': null,
      });
      budgets = ALL.filter(({ kind }) => kind !== 'group');
      expect(await used()).toEqual({ o: 7, u: null, k: 7, 'personal-key': null });
    });

    it('show all usage if the organization shows it by person', async () => {
      usageByPerson = true;
      budgets = ALL;
      expect(Object.values(await used())).toEqual([7, 7, 7, 7, 7, 7]);
    });

    it('refuse an unknown kind and an id that is none', async () => {
      expect((await served.ask(`budgets/team/${ID}`)).json).toMatchObject({ errors: [{ field: 'kind' }] });
      expect((await served.ask('budgets/user/me')).json).toMatchObject({ errors: [{ field: 'subject_id' }] });
    });
  });

  describe('for usage', () => {
    const body = { start_date: 0, end_date: '1970-01-02T00:00:00Z' };

    it('show by model what the caller may see, by the setting of the organization', async () => {
      const models = async () => {
        const { json } = await served.post('get-token-usage', body);
        return (json as { data: { by_model: object[] } }).data.by_model;
      };
      expect(await models()).toMatchObject([{ model: 'large-model', requests: 9 }]);
      usageByPerson = true;
      expect(await models()).toMatchObject([{ model: 'large-model' }, { model: 'small-model' }]);
    });

    it('read the times as the caller wrote them, and show them in UTC', async () => {
      const { json } = await served.post('get-token-usage', body);
      expect(json).toMatchObject({
        data: {
          organization_id: user.organizationId,
          start_date: '1970-01-01T00:00:00.000Z',
          end_date: '1970-01-02T00:00:00.000Z',
          total_tokens: 0,
          by_day: [],
        },
      });
      expect(asked).toEqual([[user.organizationId, new Date(0), new Date(86_400_000)]]);
    });

    it.each([
      [{}, 'start_date'],
      [{ start_date: 0 }, 'end_date'],
      [{ start_date: null, end_date: 0 }, 'start_date'],
      [{ start_date: 1, end_date: 0 }, 'start_date'],
      [{ start_date: ['0'], end_date: 0 }, 'start_date'],
    ])('are refused as %j', async (given, field) => {
      const { status, json } = await served.post('get-token-usage', given);
      expect([status, (json as { errors: { field: string }[] }).errors[0]!.field]).toEqual([400, field]);
    });
  });

  describe('for the policy', () => {
    const put = (ifMatch: string | undefined) =>
      served.ask('policy', {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        },
        body: '{"modes":{},"__proto__":{"a":1}}',
      });

    it('show version 0 if there is none', async () => {
      const { headers, json } = await served.ask('policy');
      expect(headers.get('etag')).toBe('"0"');
      expect(json).toMatchObject({ data: { version: 0, created_at: null, policy: {} } });
    });

    it.each([
      ['3', 3],
      ['"3"', 3],
      [' "3" ', 3],
      ['0', 0],
      [undefined, 'none'],
      ['', 'none'],
      ['*', 'none'],
      ['W/"3"', 'none'],
      ['3, 4', 'none'],
      ['-3', 'none'],
      ['3.0', 'none'],
      ['9'.repeat(10), 'none'],
    ])('replace the version of If-Match, and none with %j', async (ifMatch, version) => {
      expect((await put(ifMatch)).json).toEqual({
        success: true,
        message: 'Policy set',
        data: { version: 4 },
      });
      expect(asked).toEqual([[{ modes: {} }, version]]);
    });

    it('show a stored version, and no other', async () => {
      expect((await served.ask('policy/versions/3')).json).toMatchObject({
        data: { version: 3, created_at: '1970-01-01T00:00:00.000Z' },
      });
      for (const other of ['4', 'x', '3x', '-3'])
        expect((await served.ask(`policy/versions/${other}`)).status).toBe(404);
    });
  });
});
