import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { useEvaluationChanges } from './use-evaluations';

/** Creates an evaluation and opens it. */
export function NewEvaluation({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const { create } = useEvaluationChanges();
  const [name, setName] = useState('');
  return (
    <Dialog title={t.evaluations.add} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(
            { name },
            { onSuccess: ({ data }) => navigate(`/evaluations/${data.evaluation_id}`) },
          );
        }}
      >
        <TextField
          label={t.common.name}
          hint={t.evaluations.nameHint}
          value={name}
          required
          maxLength={100}
          onChange={setName}
        />
        <FailureNotice error={create.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button look="primary" type="submit" busy={create.isPending}>
            {t.evaluations.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
