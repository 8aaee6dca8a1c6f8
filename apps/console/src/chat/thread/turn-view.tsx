import { memo, useState } from 'react';
import { usePreferences } from '../../preferences';
import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Icon } from '../../ui/icon';
import { Answer } from './answer';
import { SentView } from './sent-view';
import type { Turn } from './use-turns';

/** A prompt, its answer, and beside them what the provider saw. */
export const TurnView = memo(({ turn }: { turn: Turn }) => {
  const t = useTexts();
  const { showSent } = usePreferences();
  const [shownAlone, setShownAlone] = useState(false);
  const isShown = showSent || shownAlone;
  const answer = turn.replacedResponse ?? turn.response;
  return (
    <article className={isShown ? 'turn with-sent' : 'turn'}>
      <div className="said">
        <Prompt text={turn.originalPrompt} hasDocument={Boolean(turn.doc)} />
        {turn.responseType === 'image' ? (
          <img className="generated" src={answer} alt={t.chat.imageOf(turn.originalPrompt)} loading="lazy" />
        ) : (
          <Answer text={answer} />
        )}
        <div className="turn-tools">
          {turn.responseType === 'text' && <CopyButton text={answer} label={t.chat.copyAnswer} bare />}
          {!showSent && (
            <Button
              look="ghost"
              size="small"
              icon="eye"
              aria-expanded={shownAlone}
              onClick={() => setShownAlone(!shownAlone)}
            >
              {t.chat.sent}
              {turn.replacements && turn.replacements.length > 0 && (
                <span className="badge">{turn.replacements.length}</span>
              )}
            </Button>
          )}
          {turn.model && <span className="muted small end">{turn.model}</span>}
        </div>
      </div>
      {isShown && <SentView turn={turn} />}
    </article>
  );
});
TurnView.displayName = 'TurnView';

export function Prompt({ text, hasDocument }: { text: string; hasDocument: boolean }) {
  const t = useTexts();
  return (
    <div className="prompt">
      <span className="visually-hidden">{t.chat.you}</span>
      <p className="pre">{text}</p>
      {hasDocument && (
        <p className="row small">
          <Icon name="attach" /> {t.chat.withDocument}
        </p>
      )}
    </div>
  );
}
