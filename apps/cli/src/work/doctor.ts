// The settings come first: they keep what is loaded after them from calling its maker.
import '@app/config';
import { examine, systemChecks, type CheckReport } from '@app/doctor';

/**
 * @param receiver an address that takes webhooks; not given: this process receives its own
 * @param onReport called with each report as soon as it is made
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
