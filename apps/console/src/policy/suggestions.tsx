import { useRef } from 'react';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Loaded } from '../ui/loading';
import { FailureNotice } from '../ui/notice';
import { useSuggestions, type Suggestion } from './use-suggestions';

interface Props {
  /** Called with whether the policy has a new version. */
  onClose: (hasChanged: boolean) => void;
}

/** Values that users left unchanged or hid. An admin adds each to the policy or dismisses it. */
export function Suggestions({ onClose }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const { query, accept, dismiss } = useSuggestions();
  const list = useRef<HTMLUListElement>(null);
  // The row with the pressed button disappears.
  const andFocus = { onSuccess: () => list.current?.focus() };
  const close = () => onClose(accept.data !== undefined);
  const isBusy = accept.isPending || dismiss.isPending;
  const describe = ({ action, reason, created_on: day }: Suggestion) =>
    [
      action === 'keep' ? t.suggestions.kept : t.suggestions.hidden,
      reason === 'suggested' ? t.suggestions.suggested : t.suggestions.byFive,
      t.suggestions.since(formats.day(day)),
    ].join(' · ');
  return (
    <Dialog title={t.suggestions.title} onClose={close} wide>
      <p>{t.suggestions.text}</p>
      <Loaded query={query}>
        {(suggestions) => (
          <ul ref={list} tabIndex={-1} className="plain-list stack" aria-label={t.suggestions.title}>
            {suggestions.length === 0 && <li className="muted">{t.suggestions.none}</li>}
            {suggestions.map((one) => (
              <li key={one.suggestion_id} className="row">
                <div className="grow break">
                  {one.value}
                  <div className="muted small">{describe(one)}</div>
                </div>
                <Button
                  size="small"
                  aria-label={
                    one.action === 'keep'
                      ? t.suggestions.asException(one.value)
                      : t.suggestions.asTerm(one.value)
                  }
                  busy={accept.isPending && accept.variables === one}
                  disabled={isBusy}
                  onClick={() => accept.mutate(one, andFocus)}
                >
                  {one.action === 'keep' ? t.suggestions.neverHide : t.suggestions.alwaysHide}
                </Button>
                <Button
                  size="small"
                  aria-label={t.suggestions.dismissOf(one.value)}
                  busy={dismiss.isPending && dismiss.variables === one}
                  disabled={isBusy}
                  onClick={() => dismiss.mutate(one, andFocus)}
                >
                  {t.suggestions.dismiss}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <FailureNotice error={accept.error ?? dismiss.error} />
      <div className="dialog-actions">
        <Button look="primary" onClick={close}>
          {t.common.done}
        </Button>
      </div>
    </Dialog>
  );
}
