import { ConfigError } from '@app/config';
import { CHECK_LIMIT_MS, failed, reasonOf, skipped, type Check, type Finding } from './check';

export interface CheckReport extends Finding {
  check: string;
}

/**
 * Runs the checks one after another in their order.
 *
 * @param onReport called with each report when it is available
 * @param limitMs the time limit of a check
 */
export async function examine(
  checks: readonly Check[],
  onReport: (report: CheckReport) => void = () => undefined,
  limitMs = CHECK_LIMIT_MS,
): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  const without = new Set<string>();
  for (const check of checks) {
    const missing = check.needs.find((need) => without.has(need));
    const finding = missing === undefined ? await make(check, limitMs) : skipped(`needs ${missing}`);
    if (finding.outcome === 'failed' || missing !== undefined) without.add(check.name);
    const report = { check: check.name, ...finding };
    reports.push(report);
    onReport(report);
  }
  return reports;
}

async function make(check: Check, limitMs: number): Promise<Finding> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => {
      resolve(failed(`not finished within ${limitMs / 1_000} s, the limit of a check`, LATE));
      controller.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([check.run(controller.signal), late]);
  } catch (error) {
    const todo =
      error instanceof ConfigError ? 'Correct the setting' : 'The logs of api and worker may contain details';
    return failed(reasonOf(error), todo);
  } finally {
    clearTimeout(timer);
  }
}

const LATE = 'Check that the server answers and that this machine is not overloaded';
