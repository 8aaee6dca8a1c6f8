import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import type { LiveTurn } from '../live/live-turns';
import { Answer } from './answer';
import { Prompt } from './turn-view';

/** The turn that is under way, or why it failed. */
export function LiveView({ turn, onDismiss }: { turn: LiveTurn; onDismiss: () => void }) {
  const t = useTexts();
  return (
    <article className="turn" aria-busy={!turn.failure}>
      <div className="said">
        <Prompt text={turn.prompt} hasDocument={false} />
        {turn.answer && <Answer text={turn.answer} />}
        {turn.failure ? (
          <>
            <FailureNotice error={turn.failure} />
            <div className="row">
              <Button size="small" icon="edit" onClick={onDismiss}>
                {t.chat.editAgain}
              </Button>
            </div>
          </>
        ) : (
          <p className="row muted small" role="status">
            <span className="spinner" aria-hidden="true" />
            {turn.kind === 'image' ? t.chat.drawing : t.chat.answering}
          </p>
        )}
      </div>
    </article>
  );
}
