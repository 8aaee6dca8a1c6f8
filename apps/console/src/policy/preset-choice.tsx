import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { presetOf, PRESETS, withPreset } from './presets';
import type { Policy } from './use-policy';

interface Props {
  policy: Policy;
  onChoose: (policy: Policy) => void;
  onClose: () => void;
}

/** Offers presets for the draft. */
export function PresetChoice({ policy, onChoose, onClose }: Props) {
  const t = useTexts();
  const current = presetOf(policy);
  return (
    <Dialog title={t.policy.presetTitle} onClose={onClose}>
      <p className="muted">{t.policy.presetText}</p>
      <ul className="plain-list">
        {PRESETS.map((preset) => (
          <li key={preset} className="card stack-small">
            <h3>{t.policy.presets[preset].name}</h3>
            <p className="small">{t.policy.presets[preset].text}</p>
            <div className="row">
              {preset === current ? (
                <span className="badge good">{t.policy.presetChosen}</span>
              ) : (
                <Button
                  size="small"
                  aria-label={t.policy.presetUse(t.policy.presets[preset].name)}
                  onClick={() => {
                    onChoose(withPreset(policy, preset));
                    onClose();
                  }}
                >
                  {t.policy.presetTake}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
