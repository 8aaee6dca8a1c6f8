import type { Check } from './check';
import { INTERFACE_ROWS, type RowId } from './interface-rows';
import { CHAT_CHECKS } from './rows/chat-checks';
import { FILE_CHECKS } from './rows/file-checks';
import { JOB_CHECKS } from './rows/job-checks';
import { LOGIN_CHECKS } from './rows/login-checks';
import { SESSION_CHECKS } from './rows/session-checks';
import type { Scene } from './scene';
import type { Story } from './story';

/** The type requires a check for each row. */
const CHECKS: Record<RowId, Check> = {
  ...LOGIN_CHECKS,
  ...JOB_CHECKS,
  ...CHAT_CHECKS,
  ...SESSION_CHECKS,
  ...FILE_CHECKS,
};

/** Tests each row of the interface under its id, and counts the rows that passed. */
export function describeRows(scene: () => Scene, story: () => Story): void {
  const rows = Object.keys(INTERFACE_ROWS) as RowId[];
  const passed = new Set<RowId>();

  for (const row of rows) {
    it(`${row}: ${INTERFACE_ROWS[row]}`, async () => {
      await CHECKS[row](scene(), story());
      passed.add(row);
    });
  }

  it('passes for every row', () => {
    process.stdout.write(`Rows of the interface covered: ${passed.size} of ${rows.length}\n`);
    expect(rows.filter((row) => !passed.has(row))).toEqual([]);
  });
}
