import { Link } from 'wouter';
import { useTexts } from '../texts';
import { Notice } from '../ui/notice';
import { PRESET_PARAMETER } from './presets';
import { usePolicy } from './use-policy';

/** Proposes a preset to an admin while the organization has no policy. Nothing changes until the admin saves it. */
export function FirstPolicy() {
  const t = useTexts();
  const { data } = usePolicy();
  if (data?.version !== 0) return null;
  return (
    <Notice kind="warning">
      <p>{t.policy.first}</p>
      <p>
        <Link href={`/privacy?${PRESET_PARAMETER}=office`}>{t.policy.firstShow}</Link>
      </p>
    </Notice>
  );
}
