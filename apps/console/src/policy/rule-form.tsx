import { useState } from 'react';
import { factsOf, KINDS } from '../privacy/kinds';
import { useTexts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { Check, SelectField, TextField } from '../ui/field';
import type { Rule } from './rules';

/** Adds a term or an exception. */
export function RuleForm({ onAdd, onClose }: { onAdd: (rule: Rule) => void; onClose: () => void }) {
  const t = useTexts();
  const [rule, setRule] = useState<Rule>({
    type: 'phrase',
    value: '',
    kind: '',
    exactCase: false,
    label: '',
  });
  const change = (part: Partial<Rule>) => setRule({ ...rule, ...part });
  const isException = rule.type === 'exception';
  return (
    <Dialog title={t.policy.addRule} onClose={onClose}>
      <DialogForm
        action={t.common.add}
        onSubmit={() => {
          onAdd(rule);
          onClose();
        }}
        onClose={onClose}
      >
        <SelectField
          label={t.policy.type}
          value={rule.type}
          options={(['phrase', 'pattern', 'exception'] as const).map(
            (type) => [type, t.policy.types[type]] as const,
          )}
          onChange={(type) => change({ type, kind: '', label: '' })}
        />
        <TextField
          label={t.policy.value}
          hint={t.policy.valueHints[rule.type]}
          required
          maxLength={rule.type === 'pattern' ? 512 : 200}
          value={rule.value}
          onChange={(value) => change({ value })}
        />
        {isException ? (
          <SelectField
            label={t.policy.kind}
            value={rule.kind}
            options={[
              ['', t.policy.anyKind],
              ...KINDS.filter((kind) => factsOf(kind).mayStay).map(
                (kind) => [kind as string, t.kinds[kind]] as const,
              ),
            ]}
            onChange={(kind) => change({ kind })}
          />
        ) : (
          <>
            <TextField
              label={t.policy.label}
              hint={t.policy.labelHint}
              pattern="[A-Z]{2,16}"
              value={rule.label}
              onChange={(label) => change({ label })}
            />
            <Check
              label={t.policy.exactCase}
              checked={rule.exactCase}
              onChange={(exactCase) => change({ exactCase })}
            />
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}
