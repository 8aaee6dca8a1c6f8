import { ConfigError } from '@app/config';
import { failed, reasonOf, skipped, type Check, type Finding } from './check';

export interface CheckReport extends Finding {
  check: string;
}

/**
 * Makes the checks one after another, in their order, each once.
 *
 * @param onReport called with each report as soon as it is made
 */
export async function examine(
  checks: readonly Check[],
  onReport: (report: CheckReport) => void = () => undefined,
): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  const without = new Set<string>();
  for (const check of checks) {
    const missing = check.needs.find((need) => without.has(need));
    const finding = missing === undefined ? await make(check) : skipped(`needs ${missing}`);
    if (finding.outcome === 'failed' || missing !== undefined) without.add(check.name);
    const report = { check: check.name, ...finding };
    reports.push(report);
    onReport(report);
  }
  return reports;
}

async function make(check: Check): Promise<Finding> {
  try {
    return await check.run();
  } catch (error) {
    const todo =
      error instanceof ConfigError ? 'Correct the setting' : 'The log of api and worker may say more';
    return failed(reasonOf(error), todo);
  }
}
