import { memo, useRef, useState } from 'react';
import { useTexts } from '../../texts';
import type { Texts } from '../../texts/en';
import { Button, IconButton } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { DEMO_MODEL, echoOf } from '../demo';
import { Answer } from './answer';
import { htmlOf, mailTextOf } from './copied-answer';
import { Prompt } from './prompt';
import { SentView } from './sent-view';
import { TurnNotes } from './turn-notes';
import { TurnVersions } from './turn-versions';
import { replacedIn, type Turn } from './use-turns';

/** A prompt, its answer, and the view of the provider. */
interface Props {
  chatId: string | undefined;
  turn: Turn;
  showSent: boolean;
  /** Whether a search has led to this turn. */
  isFound: boolean;
  /** The offset at which the next turn continues the answer; undefined if none does. */
  continuedAt: number | undefined;
  /** Undefined if the answer cannot be continued now. */
  onContinue: ((turn: Turn) => void) | undefined;
  /** Undefined while an answer is running. */
  changes: TurnChanges | undefined;
}

/** What makes another version of a turn. */
export interface TurnChanges {
  onRegenerate: (turn: Turn) => void;
  onEditStored: (turn: Turn) => void;
}

export const TurnView = memo(({ chatId, turn, showSent, continuedAt, onContinue, ...rest }: Props) => {
  const { isFound, changes } = rest;
  const t = useTexts();
  const shownAnswer = useRef<HTMLDivElement>(null);
  const isDemo = turn.model === DEMO_MODEL && turn.responseType === 'text';
  const [shownAlone, setShownAlone] = useState(false);
  const isShown = showSent || shownAlone;
  // The end of a truncated answer is shown together with its continuation.
  const answer = (turn.replacedResponse ?? turn.response).slice(0, continuedAt);
  const isCut = turn.finishReason === 'length' || turn.stopped === true;
  const canChange = turn.turnId && turn.responseType === 'text' && turn.continuesAt === undefined;
  const text = isDemo ? echoOf(answer, turn.originalPrompt) : answer;
  return (
    <article
      data-stored
      className={['turn', showSent && 'with-sent', isFound && 'found'].filter(Boolean).join(' ')}
    >
      <div className="said">
        {turn.continuesAt === undefined ? (
          <Prompt text={turn.originalPrompt} documents={documentsOf(turn, t)} />
        ) : (
          <p className="muted small">{t.chat.continued}</p>
        )}
        {turn.responseType === 'image' && (
          <img className="generated" src={answer} alt={t.chat.imageOf(turn.originalPrompt)} loading="lazy" />
        )}
        {turn.responseType === 'text' && !isDemo && <Answer text={text} ref={shownAnswer} />}
        {isDemo && (
          <div className="demo" role="group" aria-label={t.demo.title}>
            <p className="row">
              <span className="badge waiting">{t.demo.title}</span>
            </p>
            <p className="muted small">{t.demo.text}</p>
            <h2>{t.demo.read}</h2>
            <Answer text={text} ref={shownAnswer} />
          </div>
        )}
        {continuedAt === undefined && (
          <TurnNotes protection={turn.protection} finishReason={turn.finishReason} isStopped={turn.stopped} />
        )}
        <div className="turn-tools">
          {isCut && onContinue && (
            <Button size="small" onClick={() => onContinue(turn)}>
              {t.chat.continue}
            </Button>
          )}
          {turn.responseType === 'text' && (
            <>
              <CopyButton
                text={text}
                html={() => htmlOf(shownAnswer.current!)}
                label={t.chat.copyAnswer}
                bare
              />
              <CopyButton
                text={() => mailTextOf(shownAnswer.current!)}
                icon="mail"
                label={t.chat.copyMail}
                bare
              />
            </>
          )}
          {canChange && changes && (
            <>
              <IconButton
                icon="repeat"
                size="small"
                label={t.chat.regenerate}
                onClick={() => changes.onRegenerate(turn)}
              />
              <IconButton
                icon="edit"
                size="small"
                label={t.chat.editPrompt}
                onClick={() => changes.onEditStored(turn)}
              />
            </>
          )}
          {changes && <TurnVersions chatId={chatId} turn={turn} />}
          {!showSent && (
            <Button
              look="ghost"
              size="small"
              icon="eye"
              aria-expanded={shownAlone}
              onClick={() => setShownAlone(!shownAlone)}
            >
              {t.chat.sent}
              {replacedIn(turn) > 0 && <span className="badge">{replacedIn(turn)}</span>}
            </Button>
          )}
          {turn.model && !isDemo && <span className="muted small end">{turn.model}</span>}
        </div>
      </div>
      {isShown && <SentView chatId={chatId} turn={turn} isDemo={isDemo} />}
    </article>
  );
});
TurnView.displayName = 'TurnView';

/** Returns the names of the attached documents; their number if the service is older than the names. */
const documentsOf = ({ docs = [], docNames }: Turn, t: Texts): string[] | number =>
  docNames?.map((name) => name ?? t.chat.documentDeleted) ?? docs.length;
