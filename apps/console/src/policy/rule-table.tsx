import { useState } from 'react';
import { KINDS } from '../privacy/kinds';
import { useTexts } from '../texts';
import { Button, IconButton } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { download } from '../ui/download';
import { FileButton } from '../ui/file-button';
import { Notice } from '../ui/notice';
import { Table } from '../ui/table';
import { readCsv, toCsv, type ReadRules } from './csv';
import { RuleForm } from './rule-form';
import { rulesOf, withRules, type Rule } from './rules';
import type { Policy } from './use-policy';

const SHOWN = 100;

interface Props {
  policy: Policy;
  disabled: boolean;
  onChange: (policy: Policy) => void;
}

/**
 * The organization's terms, which are always hidden, and exceptions, which never are, as a table with import and export
 * of CSV.
 */
export function RuleTable({ policy, disabled, onChange }: Props) {
  const t = useTexts();
  const [adds, setAdds] = useState(false);
  const [read, setRead] = useState<ReadRules>();
  const [shown, setShown] = useState(SHOWN);
  const rules = rulesOf(policy);
  const set = (next: readonly Rule[]) => onChange(withRules(policy, next));
  return (
    <div className="stack">
      <div className="row">
        {!disabled && (
          <>
            <Button icon="plus" onClick={() => setAdds(true)}>
              {t.policy.addRule}
            </Button>
            <FileButton
              label={t.policy.importCsv}
              icon="upload"
              accept=".csv,text/csv"
              onFiles={([chosen]) => void chosen!.text().then((text) => setRead(readCsv(text)))}
            />
          </>
        )}
        <Button
          icon="download"
          disabled={rules.length === 0}
          onClick={() => download('terms.csv', toCsv(rules), 'text/csv')}
        >
          {t.policy.exportCsv}
        </Button>
      </div>
      {read && read.wrong.length > 0 && (
        <Notice kind="failure">{t.policy.wrongLines(read.wrong.slice(0, 20).join(', '))}</Notice>
      )}
      <Table
        label={t.policy.rules}
        rows={rules.slice(0, shown).map((rule, index) => ({ ...rule, index }))}
        rowKey={({ index }) => String(index)}
        empty={t.policy.noRules}
        columns={[
          {
            head: t.policy.value,
            cell: ({ type, value }) => (type === 'pattern' ? <code>{value}</code> : value),
          },
          { head: t.policy.type, cell: ({ type }) => t.policy.types[type] },
          {
            head: t.policy.kind,
            cell: ({ kind }) =>
              KINDS.filter((known) => known === kind).map((known) => t.kinds[known])[0] ?? '–',
          },
          { head: t.policy.exactCase, cell: ({ exactCase }) => (exactCase ? t.common.yes : '–') },
          { head: t.policy.label, cell: ({ label }) => (label ? <code>[{label}_1]</code> : '–') },
          {
            head: t.common.actions,
            kind: 'actions',
            cell: ({ value, index }) =>
              !disabled && (
                <IconButton
                  icon="trash"
                  size="small"
                  label={t.policy.removeRule(value)}
                  onClick={() => set(rules.filter((_, other) => other !== index))}
                />
              ),
          },
        ]}
      />
      {rules.length > shown && (
        <div className="row">
          <Button onClick={() => setShown(shown + SHOWN)}>{t.common.more}</Button>
          <span className="muted small">{t.policy.ofRules(shown, rules.length)}</span>
        </div>
      )}
      {adds && <RuleForm onAdd={(rule) => set([rule, ...rules])} onClose={() => setAdds(false)} />}
      {read && read.wrong.length === 0 && (
        <Confirm
          title={t.policy.importCsv}
          text={t.policy.importText(rules.length, read.rules.length)}
          action={t.policy.replace}
          onConfirm={async () => set(read.rules)}
          onClose={() => setRead(undefined)}
        />
      )}
    </div>
  );
}
