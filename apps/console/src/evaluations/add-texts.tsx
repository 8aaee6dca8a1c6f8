import { useState } from 'react';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { AreaField } from '../ui/field';
import { FileButton } from '../ui/file-button';
import { FailureNotice } from '../ui/notice';
import { useEvaluationChanges, type Evaluation } from './use-evaluations';

/** Adds texts to an evaluation: one that the admin enters, or the content of text files. */
export function AddTexts({ of: { evaluation_id: id }, onClose }: { of: Evaluation; onClose: () => void }) {
  const t = useTexts();
  const { addTexts } = useEvaluationChanges();
  const [text, setText] = useState('');
  const add = (texts: readonly string[]) => addTexts.mutate({ id, texts }, { onSuccess: onClose });
  return (
    <Dialog title={t.evaluations.addTexts} onClose={onClose} wide>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          add([text]);
        }}
      >
        <p className="muted">{t.evaluations.addText}</p>
        <AreaField label={t.evaluations.text} value={text} rows={8} required onChange={setText} />
        <FailureNotice error={addTexts.error} />
        <div className="dialog-actions">
          <FileButton
            label={t.evaluations.addFiles}
            icon="attach"
            accept=".txt,.md,text/plain"
            multiple
            disabled={addTexts.isPending}
            onFiles={(files) => void Promise.all(files.map((file) => file.text())).then(add)}
          />
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button look="primary" type="submit" busy={addTexts.isPending}>
            {t.evaluations.addOne}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
