// The settings are loaded first because they disable the telemetry of modules that are loaded later.
import '@app/config';
import { examine, systemChecks, type CheckReport } from '@app/doctor';

/**
 * @param receiver an address that accepts webhooks; if absent, this process receives them
 * @param onReport called with each report when it is available
 */
export async function examineSystem(
  receiver: string | undefined,
  onReport: (report: CheckReport) => void,
): Promise<CheckReport[]> {
  const { checks, close } = systemChecks(receiver);
  try {
    return await examine(checks, onReport);
  } finally {
    await close();
  }
}
