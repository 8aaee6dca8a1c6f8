import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loading';
import { FailureNotice } from '../../ui/notice';
import { useCorrections } from './use-corrections';

/** The values that the user left unchanged or hid in a conversation. Each can be suggested to the admins. */
export function Corrections({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts();
  const { query, suggest } = useCorrections(id);
  return (
    <Dialog title={t.corrections.title} onClose={onClose}>
      <p>{t.corrections.text}</p>
      <Loaded query={query}>
        {(corrections) => (
          <ul className="plain-list stack">
            {corrections.length === 0 && <li className="muted">{t.corrections.none}</li>}
            {corrections.map((each) => (
              <li key={`${each.action} ${each.value}`} className="row">
                <span className="grow break">
                  {each.value}{' '}
                  <span className="muted small">
                    {each.action === 'keep' ? t.corrections.kept : t.corrections.hidden}
                  </span>
                </span>
                {/* The button stays, so that it keeps the focus. */}
                <Button
                  size="small"
                  {...(each.suggested && { look: 'ghost' as const })}
                  aria-label={
                    each.suggested
                      ? t.corrections.suggestedOf(each.value)
                      : t.corrections.suggestOf(each.value)
                  }
                  aria-disabled={each.suggested}
                  busy={suggest.isPending && suggest.variables === each}
                  onClick={() => !each.suggested && suggest.mutate(each)}
                >
                  {each.suggested ? t.corrections.suggested : t.corrections.suggest}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <FailureNotice error={suggest.error} />
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      </div>
    </Dialog>
  );
}
