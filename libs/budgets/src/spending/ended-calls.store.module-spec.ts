import { newId } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { BudgetsModule } from '../budgets.module';
import { EndedCallsStore } from './ended-calls.store';

describe('EndedCallsStore', () => {
  let context: ServiceContext;
  beforeAll(async () => {
    context = await startContext([BudgetsModule]);
  });
  afterAll(() => context?.stop());

  it('counts concurrent calls of many owners once each and for the right owner, even if one of them fails', async () => {
    const store = context.get(EndedCallsStore);
    const owners = Array.from({ length: 20 }, () => ({
      userId: newId(),
      organizationId: newId(),
      groups: [],
    }));
    const calls = Array.from({ length: 300 }, (_, i) => ({
      owner: owners[i % owners.length]!,
      model: i === 7 ? 'with\0zero' : 'together',
      hidden: { Names: i },
      cost: { promptTokens: i, completionTokens: 1, source: 'provider' as const },
    }));
    const recorded = await Promise.allSettled(calls.map((call) => store.record(call)));
    expect(recorded.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([7]);
    for (const [i, { organizationId, userId }] of owners.entries()) {
      const own = calls.flatMap(({ model }, n) =>
        n % owners.length === i && model === 'together' ? [n] : [],
      );
      const { rows } = await context.db.query(
        'SELECT prompt_tokens FROM token_usage WHERE organization_id = $1 AND user_id = $2 ORDER BY 1',
        [organizationId, userId],
      );
      expect(rows.map(({ prompt_tokens }) => prompt_tokens)).toEqual(own);
      const told = await context.db.query(
        `SELECT (counts ->> 'Names')::int AS names FROM audit_events
         WHERE organization_id = $1 AND action = 'model.call' ORDER BY 1`,
        [organizationId],
      );
      expect(told.rows.map(({ names }) => names)).toEqual(own);
    }
  });
});
