import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { SelectField, TextField } from '../ui/field';
import { endOf, ExpiryField } from './expiry-field';
import { useCaseChanges } from './use-cases';

/** Creates a case and opens it. */
export function NewCase({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const { create } = useCaseChanges();
  const [name, setName] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [style, setStyle] = useState<'surrogates' | 'placeholders'>('surrogates');
  return (
    <Dialog title={t.cases.add} onClose={onClose}>
      <DialogForm
        action={t.cases.create}
        run={create}
        onSubmit={() => {
          const expiry = lastDay === '' ? {} : { expires_at: endOf(lastDay) };
          create.mutate(
            { name, style, ...expiry },
            { onSuccess: ({ data }) => navigate(`/cases/${data.case_id}`) },
          );
        }}
        onClose={onClose}
      >
        <TextField
          label={t.common.name}
          hint={t.cases.nameHint}
          value={name}
          required
          maxLength={200}
          onChange={setName}
        />
        <SelectField
          label={t.anonymize.style}
          hint={t.cases.styleHint}
          value={style}
          options={[
            ['surrogates', t.anonymize.surrogates],
            ['placeholders', t.anonymize.placeholders],
          ]}
          onChange={setStyle}
        />
        <ExpiryField value={lastDay} onChange={setLastDay} />
      </DialogForm>
    </Dialog>
  );
}
