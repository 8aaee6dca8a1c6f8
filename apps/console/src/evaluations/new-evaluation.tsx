import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { TextField } from '../ui/field';
import { useEvaluationChanges } from './use-evaluations';

/** Creates an evaluation and opens it. */
export function NewEvaluation({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const { create } = useEvaluationChanges();
  const [name, setName] = useState('');
  return (
    <Dialog title={t.evaluations.add} onClose={onClose}>
      <DialogForm
        action={t.evaluations.create}
        run={create}
        onSubmit={() =>
          create.mutate({ name }, { onSuccess: ({ data }) => navigate(`/evaluations/${data.evaluation_id}`) })
        }
        onClose={onClose}
      >
        <TextField
          label={t.common.name}
          hint={t.evaluations.nameHint}
          value={name}
          required
          maxLength={100}
          onChange={setName}
        />
      </DialogForm>
    </Dialog>
  );
}
