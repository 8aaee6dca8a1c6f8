import { useState } from 'react';
import type { Schemas } from '../api/client';
import { useTexts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { Check } from '../ui/field';
import { Notice } from '../ui/notice';
import { useCaseChanges } from './use-cases';

type Preview = Schemas['ForgettingPreviewDto'];

interface Props {
  caseId: string;
  value: string;
  preview: Preview;
  onForgotten: (count: number) => void;
  onClose: () => void;
}

/** Lists the values that contain a value, ticked, and those that may belong to the same person; forgets the ticked ones. */
export function ForgetDialog({ caseId, value, preview, onForgotten, onClose }: Props) {
  const t = useTexts();
  const { forget } = useCaseChanges();
  const [ticked, setTicked] = useState(
    () =>
      new Set(
        preview.values.flatMap((one) => (one.contains && !preview.is_ambiguous ? one.value : [])),
      ) as ReadonlySet<string>,
  );
  const tick = (one: string, isTicked: boolean) =>
    setTicked(new Set(isTicked ? [...ticked, one] : [...ticked].filter((other) => other !== one)));
  const list = (label: string, contains: boolean) => {
    const values = preview.values.filter((one) => one.contains === contains);
    return (
      values.length > 0 && (
        <fieldset className="stack-small">
          <legend>{label}</legend>
          {values.map((one) => (
            <Check
              key={one.value}
              label={`${one.value} (${t.kinds[one.kind]})`}
              checked={ticked.has(one.value)}
              onChange={(isTicked) => tick(one.value, isTicked)}
            />
          ))}
        </fieldset>
      )
    );
  };
  return (
    <Dialog title={t.cases.forgetTitle} onClose={onClose} wide>
      <p>{t.cases.forgetText}</p>
      {preview.is_ambiguous && <Notice kind="warning">{t.cases.forgetSeveral(value)}</Notice>}
      <DialogForm
        action={t.cases.forgetRun(ticked.size)}
        run={forget}
        disabled={ticked.size === 0}
        onSubmit={() =>
          forget.mutate(
            { id: caseId, values: [...ticked] },
            {
              onSuccess: ({ forgotten }) => {
                onForgotten(forgotten);
                onClose();
              },
            },
          )
        }
        onClose={onClose}
      >
        {list(t.cases.forgetContains(value), true)}
        {list(t.cases.forgetBelongs, false)}
      </DialogForm>
    </Dialog>
  );
}
