import type { Response } from 'express';
import type { AuthUser } from '@app/auth';
import { AppError, newId, type Scope } from '@app/common';
import type { LlmConfig } from '@app/config';
import type { BudgetGate } from '../http/model-call';
import { GatewayEntry } from './gateway-entry';

const caller: AuthUser = {
  userId: newId(),
  organizationId: newId(),
  groups: [],
  email: 'anna@company.example',
};
const withScopes = (...scopes: Scope[]): AuthUser => ({ ...caller, key: { id: newId(), scopes } });

describe('a call of the gateway', () => {
  const entryWith = (budgetGate: Pick<BudgetGate, 'enter'>) =>
    new GatewayEntry({ replacements: 'surrogates' } as LlmConfig, budgetGate as BudgetGate);
  const enter = async (headers: Record<string, string> = {}, user: AuthUser = caller) => {
    const sent: Record<string, string> = {};
    const response = {
      req: { get: (name: string) => headers[name.toLowerCase()] },
      setHeader: (name: string, value: string) => (sent[name] = value),
    } as unknown as Response;
    const input = await entryWith({ enter: async () => undefined }).enter(user, { model: 'm' }, response);
    return { input, sent };
  };

  it('has the default of the policy and of the deployment without headers', async () => {
    const { input } = await enter();
    expect(input).toMatchObject({ body: { model: 'm' }, style: 'surrogates' });
    for (const field of ['choices', 'named', 'inCase']) expect(input).not.toHaveProperty(field);
  });

  it.each([
    ['none', { choices: [] }],
    ['Names', { choices: ['Names'], named: ['Names'] }],
    [' Names , Phones ', { choices: ['Phone', 'Names'], named: ['Phone', 'Names'] }],
    ['All,Dates', { named: ['Dates'] }],
  ])('hides what X-Anonymize names: %s', async (header, expected) => {
    expect((await enter({ 'x-anonymize': header })).input).toMatchObject(expected);
  });

  it.each(['', ' ', ',', 'Names,', 'none,Names', 'NONE', 'names', 'Hans Müller'])(
    'is refused with X-Anonymize %j, which is not quoted',
    async (header) => {
      const refused = enter({ 'x-anonymize': header });
      await expect(refused).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(
          /^The header X-Anonymize must be none or a comma-separated list of Names, /,
        ),
      });
      await expect(refused).rejects.not.toThrow('Müller');
    },
  );

  it.each(['placeholders', 'surrogates'])('has the style of X-Replacements: %s', async (style) => {
    expect((await enter({ 'x-replacements': style })).input.style).toBe(style);
  });

  it.each(['', 'Surrogates', 'both'])('is refused with X-Replacements %j', async (style) => {
    await expect(enter({ 'x-replacements': style })).rejects.toThrow(
      'The header X-Replacements must be placeholders or surrogates',
    );
  });

  it('is in a case only if its key may use cases', async () => {
    const headers = { 'x-case': 'c' };
    expect((await enter(headers)).input.inCase).toEqual({ caseId: 'c', field: 'X-Case' });
    expect((await enter(headers, withScopes('openai', 'cases'))).input.inCase).toMatchObject({ caseId: 'c' });
    await expect(enter(headers, withScopes('openai'))).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('tells what was dropped and how much was protected', async () => {
    const { input, sent } = await enter();
    input.onDropped(['user', 'a b']);
    input.onProtection!('some');
    expect(sent).toEqual({ 'X-Dropped-Parameters': 'user, +1', 'X-Protection': 'some' });
  });

  it('is refused by its headers before its budgets are read, and then by these', async () => {
    const enterBudgets = jest.fn(() => Promise.reject(new AppError('budget_exceeded', 'used up')));
    const entry = entryWith({ enter: enterBudgets });
    const response = (header?: string) =>
      ({
        req: { get: (name: string) => (name === 'x-anonymize' ? header : undefined) },
      }) as unknown as Response;
    await expect(entry.enter(caller, {}, response('x'))).rejects.toMatchObject({ code: 'bad_request' });
    expect(enterBudgets).not.toHaveBeenCalled();
    await expect(entry.enter(caller, {}, response())).rejects.toMatchObject({ code: 'budget_exceeded' });
  });
});
