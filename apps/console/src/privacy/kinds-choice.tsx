import { useTexts } from '../texts';
import { Check } from '../ui/field';
import { useKinds } from './kinds';

interface Props {
  /** Undefined: all that `All` includes. */
  value: readonly string[] | undefined;
  onChange: (value: readonly string[] | undefined) => void;
}

/** The choice of kinds to hide. Kinds that the policy decides are shown and cannot be changed. */
export function KindsChoice({ value, onChange }: Props) {
  const t = useTexts();
  const { data: { kinds } = { kinds: [] } } = useKinds();
  const usual = kinds.filter(({ in_all }) => in_all).map(({ kind }) => kind as string);
  const chosen = new Set(value ?? usual);
  const toggle = (kind: string, on: boolean) => {
    const next = kinds
      .map(({ kind }) => kind as string)
      .filter((other) => (other === kind ? on : chosen.has(other)));
    const isUsual = next.length === usual.length && next.every((kind) => usual.includes(kind));
    onChange(isUsual ? undefined : next);
  };
  return (
    <fieldset className="stack-small">
      <legend className="visually-hidden">{t.privacy.kindsToHide}</legend>
      <div className="kinds">
        {kinds.map(({ kind, fixed, mode }) => (
          <Check
            key={kind}
            checked={fixed ? mode !== 'never' : chosen.has(kind)}
            disabled={fixed}
            onChange={(on) => toggle(kind, on)}
            label={
              <>
                {t.kinds[kind]}
                {fixed && <span className="muted small"> · {t.privacy.byPolicy(t.modes[mode])}</span>}
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
