// The settings are loaded first because they disable the telemetry of modules that are loaded later.
import '@app/config';
import { writeFile } from 'node:fs/promises';
import { examine, systemChecks, type CheckReport } from '@app/doctor';

/**
 * @param bundleFile a file to write what support needs to know to; if absent, none
 * @param receiver an address that accepts webhooks; if absent, this process receives them
 * @param onReport called with each report when it is available
 */
export async function examineSystem(
  receiver: string | undefined,
  onReport: (report: CheckReport) => void,
  bundleFile?: string,
): Promise<CheckReport[]> {
  const { checks, bundle, close } = systemChecks(receiver);
  try {
    const reports = await examine(checks, onReport);
    if (bundleFile !== undefined)
      await writeFile(bundleFile, `${JSON.stringify(await bundle(reports), null, 2)}\n`, {
        flag: 'wx',
        mode: 0o600,
      });
    return reports;
  } finally {
    await close();
  }
}
