import { useReadiness } from '../status/use-status';
import { useTexts } from '../texts';
import { Notice } from '../ui/notice';

/** How often an open page looks whether maintenance began or ended. */
const INTERVAL_MS = 60_000;

/** Says during maintenance what works and what does not. */
export function MaintenanceBanner() {
  const t = useTexts();
  const { data } = useReadiness(INTERVAL_MS);
  if (!data?.maintenance) return null;
  return (
    <Notice kind="warning">
      <p>{t.shell.maintenance}</p>
    </Notice>
  );
}
