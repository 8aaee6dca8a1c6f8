import { Argument, Command, InvalidArgumentError } from 'commander';
// Only types: a command's code is loaded when it runs.
import type { BudgetKind, BudgetState } from '@app/budgets';
import { print } from '../print';
import { leaf, listAll } from './subcommands';

interface Options {
  json?: boolean;
  org: string;
}

interface SetOptions extends Options {
  unit: string;
  soft?: number;
  hard?: number;
}

const KINDS = ['organization', 'group', 'user', 'key'] as const satisfies readonly BudgetKind[];

const using = async () => (await import('../work/budgets.ts')).withBudgets;

const ofOrg = (command: Command): Command =>
  command.requiredOption('--org <ORG>', 'id or exact name of the organization');

const ofSubject = (command: Command): Command =>
  command
    .addArgument(new Argument('<kind>', 'the kind of subject of the budget').choices(KINDS))
    .argument('<id>', 'the id of the organization, group, user or key');

/** `budget list|set|remove` */
export function budgetCommand(): Command {
  const budget = new Command('budget').description('manage budgets for models per calendar month (UTC)');

  ofOrg(leaf(budget, 'list', 'list all budgets of an organization and their state')).action(
    async ({ org, ...options }: Options) => {
      const withBudgets = await using();
      const all = await withBudgets(org, async ({ budgets, readSpending, organizationId }) =>
        readSpending.execute(await listAll((page) => budgets.page(organizationId, page))),
      );
      print(await Promise.all(all.map(shown)), options);
    },
  );

  ofSubject(ofOrg(leaf(budget, 'set', 'set a budget, replacing the previous one')))
    .option('--unit <UNIT>', 'tokens, or the currency of LLM_PRICES', 'tokens')
    .option('--soft <AMOUNT>', 'the amount at which the organization is notified', amount)
    .option('--hard <AMOUNT>', 'the amount above which calls are refused until the month ends', amount)
    .action(
      async (kind: BudgetKind, subjectId: string, { org, unit, soft, hard, ...options }: SetOptions) => {
        const withBudgets = await using();
        const thresholds = { unit, ...(soft !== undefined && { soft }), ...(hard !== undefined && { hard }) };
        const [set] = await withBudgets(org, async ({ budgets, readSpending, organizationId }) =>
          readSpending.execute([await budgets.set({ organizationId, kind, subjectId }, thresholds)]),
        );
        print(await shown(set!), options);
      },
    );

  ofSubject(ofOrg(leaf(budget, 'remove', 'remove a budget'))).action(
    async (kind: BudgetKind, subjectId: string, { org, ...options }: Options) => {
      const withBudgets = await using();
      await withBudgets(org, ({ budgets, organizationId }) =>
        budgets.remove({ organizationId, kind, subjectId }),
      );
      print({ removed: subjectId }, options);
    },
  );

  return budget;
}

async function shown({
  id,
  kind,
  subjectId,
  unit,
  soft,
  hard,
  used,
  reserved,
}: BudgetState): Promise<object> {
  const { fromAmount } = await import('@app/budgets');
  const written = (amount: number | null) => (amount === null ? null : fromAmount(unit, amount));
  return {
    id,
    kind,
    subjectId,
    unit,
    soft: written(soft),
    hard: written(hard),
    used: written(used),
    reserved: written(reserved),
  };
}

/**
 * Parses an amount.
 *
 * @throws InvalidArgumentError
 */
function amount(text: string): number {
  if (/^\d{1,15}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number of tokens, or an amount with at most 6 decimals');
}
