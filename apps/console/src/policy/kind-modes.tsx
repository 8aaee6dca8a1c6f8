import { factsOf, KINDS, type Kind } from '../privacy/kinds';
import { useTexts } from '../texts';
import { Check } from '../ui/field';
import { Table } from '../ui/table';
import type { Mode, Policy } from './use-policy';

const MODES: readonly Mode[] = ['asked', 'always', 'remove', 'block', 'never'];

function modesFor(kind: Kind): Mode[] {
  const { mayStay, mayBeBlocked } = factsOf(kind);
  return MODES.filter((mode) => (mayStay || mode !== 'never') && (mayBeBlocked || mode !== 'block'));
}

interface Props {
  policy: Policy;
  disabled: boolean;
  onChange: (part: Partial<Policy>) => void;
}

/** The mode of each kind, for external and for self-hosted models. */
export function KindModes({ policy, disabled, onChange }: Props) {
  const t = useTexts();
  const { modes = {}, internal = { models: [], modes: {} }, users_may_keep: mayKeep = true } = policy;
  const selectOf = (kind: Kind, where: string, mode: Mode | undefined, set: (mode: Mode) => void) => (
    <select
      className="input narrow"
      aria-label={`${t.kinds[kind]}, ${where}`}
      value={mode ?? 'asked'}
      disabled={disabled}
      onChange={({ target }) => set(target.value as Mode)}
    >
      {modesFor(kind).map((mode) => (
        <option key={mode} value={mode}>
          {t.modes[mode]}
        </option>
      ))}
    </select>
  );
  return (
    <div className="stack">
      <Check
        label={t.policy.mayKeep}
        checked={mayKeep}
        disabled={disabled}
        onChange={(on) => onChange({ users_may_keep: on })}
      />
      {policy.allow_unprotected !== undefined && (
        <Check
          label={t.policy.mayBeUnprotected}
          checked={policy.allow_unprotected}
          disabled={disabled}
          onChange={(on) => onChange({ allow_unprotected: on })}
        />
      )}
      <Check
        label={t.policy.shareOriginals}
        checked={policy.share_originals ?? false}
        disabled={disabled}
        onChange={(on) => onChange({ share_originals: on })}
      />
      <Table
        label={t.policy.kinds}
        rows={KINDS}
        rowKey={(kind) => kind}
        empty=""
        columns={[
          { head: t.policy.kind, cell: (kind) => t.kinds[kind] },
          {
            head: t.policy.external,
            cell: (kind) =>
              selectOf(kind, t.policy.external, modes[kind], (mode) =>
                onChange({ modes: { ...modes, [kind]: mode } }),
              ),
          },
          ...(internal.models.length === 0
            ? []
            : [
                {
                  head: t.policy.internal,
                  cell: (kind: Kind) =>
                    selectOf(kind, t.policy.internal, internal.modes[kind] ?? modes[kind], (mode) =>
                      onChange({ internal: { ...internal, modes: { ...internal.modes, [kind]: mode } } }),
                    ),
                },
              ]),
        ]}
      />
      <dl className="facts small">
        {MODES.map((mode) => [
          <dt key={mode}>{t.modes[mode]}</dt>,
          <dd key={`${mode}-text`}>{t.policy.modeTexts[mode]}</dd>,
        ])}
      </dl>
    </div>
  );
}
