import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import { DEMO_MODEL } from '../demo';
import type { LiveTurn } from '../work/work';
import { Answer } from './answer';
import { Prompt } from './prompt';
import { useSilence } from './use-silence';
import { TurnNotes } from './turn-notes';

interface Props {
  turn: LiveTurn;
  isRunning: boolean;
  /** Whether stored turns show what the provider saw: their place is kept free. */
  showSent: boolean;
  /** Whether the user may choose another model. */
  hasOtherModels: boolean;
  onRetry: (turn: LiveTurn) => void;
  onEdit: (turn: LiveTurn) => void;
  onRestart: (turn: LiveTurn) => void;
  /** Removes a failed version of a turn. */
  onDiscard: (turn: LiveTurn) => void;
  /** Stops the turn, so that its prompt can be sent to another model. */
  onChangeModel: (turn: LiveTurn) => void;
}

/** A turn that is running, was stopped, or failed. */
export function LiveView({
  turn,
  isRunning,
  showSent,
  hasOtherModels,
  onRetry,
  onEdit,
  onRestart,
  onDiscard,
  onChangeModel,
}: Props) {
  const t = useTexts();
  const { outgoing, answer, state, failure, protection, finishReason } = turn;
  const silence = useSilence(state === 'running' && answer === '');
  const isClosed = failure?.code === 'case_closed';
  const edit = !outgoing.continues && !outgoing.replaces && (
    <Button size="small" icon="edit" onClick={() => onEdit(turn)}>
      {t.chat.editAgain}
    </Button>
  );
  return (
    <article className={showSent ? 'turn with-sent' : 'turn'} aria-busy={state === 'running'}>
      <div className="said">
        {outgoing.continues ? (
          <p className="muted small">{t.chat.continued}</p>
        ) : (
          <Prompt text={outgoing.prompt} documents={outgoing.docNames ?? []} />
        )}
        {/* The demo model answers in English. Its stored turn has its own view. */}
        {answer && outgoing.model !== DEMO_MODEL && <Answer text={answer} />}
        <TurnNotes protection={protection} finishReason={finishReason} isStopped={state === 'stopped'} />
        {state === 'running' && (
          <div className="row muted small">
            <p className="row" role="status">
              <span className="spinner" aria-hidden="true" />
              {silence === 'none'
                ? outgoing.isImage
                  ? t.chat.drawing
                  : t.chat.answering
                : t.chat.silent[silence]}
            </p>
            {silence === 'long' &&
              hasOtherModels &&
              !outgoing.isImage &&
              !outgoing.continues &&
              !outgoing.replaces &&
              turn.stop && (
                <Button size="small" icon="edit" onClick={() => onChangeModel(turn)}>
                  {t.chat.otherModel}
                </Button>
              )}
          </div>
        )}
        {state === 'failed' && (
          <FailureNotice
            error={failure}
            protection={outgoing.protection}
            onRetry={isRunning || isClosed ? undefined : () => onRetry(turn)}
          >
            {outgoing.replaces && (
              <Button size="small" onClick={() => onDiscard(turn)}>
                {t.chat.discardVersion}
              </Button>
            )}
            {isClosed && !outgoing.continues && !outgoing.replaces ? (
              <Button size="small" icon="plus" onClick={() => onRestart(turn)}>
                {t.chat.restart}
              </Button>
            ) : (
              edit
            )}
          </FailureNotice>
        )}
        {state === 'stopped' && <div className="row">{edit}</div>}
      </div>
    </article>
  );
}
