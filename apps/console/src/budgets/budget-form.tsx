import { useState } from 'react';
import { useTexts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { SelectField, TextField } from '../ui/field';
import { TOKENS, useBudgetChanges, type Budget, type BudgetKind } from './use-budgets';
import { useSubjectNames, useSubjects } from './use-subjects';

const KINDS: readonly BudgetKind[] = ['organization', 'group', 'user', 'key'];

interface Props {
  budget?: Budget;
  /** Existing budgets, to tell the admin if a new one replaces one of them. */
  known: readonly Budget[];
  onClose: () => void;
}

/** Creates a budget or changes the thresholds of an existing one. */
export function BudgetForm({ budget, known, onClose }: Props) {
  const t = useTexts();
  const subjects = useSubjects();
  const nameOf = useSubjectNames();
  const { set } = useBudgetChanges();
  const [kind, setKind] = useState<BudgetKind>(budget?.kind ?? 'organization');
  const [chosen, setChosen] = useState('');
  const [isMoney, setMoney] = useState(budget !== undefined && budget.unit !== TOKENS);
  const [currency, setCurrency] = useState(isMoney ? (budget?.unit ?? '') : '');
  const [soft, setSoft] = useState(written(budget?.soft));
  const [hard, setHard] = useState(written(budget?.hard));
  const offered = [...subjects[kind]];
  const subject = budget?.subject_id ?? (subjects[kind].has(chosen) ? chosen : offered[0]?.[0]);
  const replaces = known.some(({ subject_id: id }) => id === subject);
  const amount = { type: 'number', min: 0, step: isMoney ? 0.000_001 : 1 } as const;
  return (
    <Dialog title={budget ? t.budgets.changeOf(nameOf(budget)) : t.budgets.add} onClose={onClose}>
      <DialogForm
        action={t.common.save}
        run={set}
        disabled={subject === undefined}
        onSubmit={() => {
          if (subject === undefined) return;
          const thresholds = { soft: read(soft), hard: read(hard) };
          const unit = isMoney ? currency : TOKENS;
          set.mutate({ kind, subject_id: subject, unit, ...thresholds }, { onSuccess: onClose });
        }}
        onClose={onClose}
      >
        {!budget && (
          <>
            <SelectField
              label={t.budgets.kind}
              value={kind}
              options={KINDS.map((kind) => [kind, t.budgets.kinds[kind]] as const)}
              onChange={setKind}
            />
            <SelectField
              label={t.budgets.subject}
              hint={offered.length === 0 ? t.budgets.noSubjects : replaces && t.budgets.replaces}
              value={subject ?? ''}
              options={offered}
              disabled={offered.length === 0}
              onChange={setChosen}
            />
          </>
        )}
        <SelectField
          label={t.budgets.unit}
          value={isMoney ? 'money' : TOKENS}
          options={[
            [TOKENS, t.budgets.tokens],
            ['money', t.budgets.money],
          ]}
          onChange={(unit) => setMoney(unit === 'money')}
        />
        {isMoney && (
          <TextField
            label={t.budgets.currency}
            hint={t.budgets.currencyHint}
            required
            pattern="[A-Z]{3}"
            maxLength={3}
            value={currency}
            onChange={setCurrency}
          />
        )}
        <TextField
          {...amount}
          label={t.budgets.soft}
          hint={t.budgets.softHint}
          required={hard === ''}
          value={soft}
          onChange={setSoft}
        />
        <TextField
          {...amount}
          label={t.budgets.hard}
          hint={t.budgets.hardHint}
          required={soft === ''}
          value={hard}
          onChange={setHard}
        />
      </DialogForm>
    </Dialog>
  );
}

const written = (amount: number | null | undefined): string => (amount ?? '').toString();

const read = (text: string): number | null => (text === '' ? null : Number(text));
