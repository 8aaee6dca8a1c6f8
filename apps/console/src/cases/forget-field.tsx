import { useState } from 'react';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';
import { useCaseChanges, type Case } from './use-cases';

/** Forgets one value of a case, after a question. */
export function ForgetField({ of: { case_id: id } }: { of: Case }) {
  const t = useTexts();
  const { forget } = useCaseChanges();
  const [value, setValue] = useState('');
  const [asks, setAsks] = useState(false);
  const [isForgotten, setIsForgotten] = useState(false);
  return (
    <section className="card" aria-label={t.cases.forget}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setIsForgotten(false);
          setAsks(true);
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
        <div className="row">
          <Button type="submit" disabled={value.trim() === ''}>
            {t.cases.forgetRun}
          </Button>
        </div>
        {isForgotten && <Notice>{t.cases.forgotten}</Notice>}
      </form>
      {asks && (
        <Confirm
          title={t.cases.forgetTitle}
          text={t.cases.forgetText(value)}
          action={t.cases.forgetRun}
          onConfirm={async () => {
            await forget(id, value);
            setValue('');
            setIsForgotten(true);
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  );
}
