import { useState } from 'react';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { FailureNotice, Notice } from '../ui/notice';
import { ChatsWithValue } from './chats-with-value';
import { ForgetDialog } from './forget-dialog';
import { useCaseChanges, type Case } from './use-cases';

/** The shortest value that conversations are searched for afterwards. */
const SHORTEST = 2;

/** Forgets a person or another value of a case, after the user chose from what belongs to it. */
export function ForgetField({ of: { case_id: id } }: { of: Case }) {
  const t = useTexts();
  const { previewForgetting: preview } = useCaseChanges();
  const [value, setValue] = useState('');
  const [forgotten, setForgotten] = useState<{ value: string; count: number }>();
  return (
    <section className="card stack" aria-label={t.cases.forget}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setForgotten(undefined);
          preview.mutate({ id, value });
        }}
      >
        <h2>{t.cases.forget}</h2>
        <TextField
          label={t.cases.value}
          hint={t.cases.forgetHint}
          value={value}
          required
          maxLength={10_000}
          autoComplete="off"
          onChange={setValue}
        />
        <FailureNotice error={preview.error} />
        <div className="row">
          <Button type="submit" busy={preview.isPending} disabled={value.trim().length < SHORTEST}>
            {t.cases.forgetShow}
          </Button>
        </div>
        {forgotten && <Notice>{t.cases.forgotten(forgotten.count)}</Notice>}
      </form>
      {forgotten && <ChatsWithValue caseId={id} value={forgotten.value} />}
      {preview.data && (
        <ForgetDialog
          caseId={id}
          value={value}
          preview={preview.data}
          onForgotten={(count) => {
            setForgotten({ value, count });
            setValue('');
          }}
          onClose={preview.reset}
        />
      )}
    </section>
  );
}
