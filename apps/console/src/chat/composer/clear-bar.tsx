import type { Protection } from '../../privacy/protection';
import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

interface Props {
  /** The protection that the prompt is shown with. */
  protection: Protection;
  /** Whether the user has turned protection off. The policy may still hide some kinds. */
  isOff: boolean;
  /** Detected values that will not be hidden. */
  values: readonly string[];
  onProtect: () => void;
}

const MOST_SHOWN = 5;

/**
 * Warns of values that will not be hidden. Renders nothing if protection is on and every detected value will be hidden.
 */
export function ClearBar({ protection, isOff, values, onProtect }: Props) {
  const t = useTexts();
  if (!isOff && values.length === 0) return null;
  const shown = values.slice(0, MOST_SHOWN).join(', ');
  const more = values.length - MOST_SHOWN;
  return (
    <div className="clear-bar" role="status">
      <Icon name="warning" />
      <div className="grow">
        <strong>{t.protection.states[protection]}</strong>
        {isOff && <p>{protection === 'off' ? t.protection.nothingHidden : t.protection.policyHides}</p>}
        {values.length > 0 && (
          <p>
            {t.protection.inClear} <strong>{shown}</strong>
            {more > 0 && ` ${t.protection.andMore(more)}`}
          </p>
        )}
      </div>
      {isOff && (
        <Button size="small" icon="shield" onClick={onProtect}>
          {t.protection.turnOn}
        </Button>
      )}
    </div>
  );
}
