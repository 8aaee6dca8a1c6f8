import type { Protection } from '../../privacy/protection';
import { ProtectionBadge } from '../../privacy/protection-badge';
import { useTexts } from '../../texts';
import { Icon } from '../../ui/icon';

interface Props {
  protection: Protection | undefined;
  finishReason: string | undefined;
  isStopped: boolean | undefined;
}

/** Notes on an answer that is incomplete or was not fully protected. */
export function TurnNotes({ protection, finishReason, isStopped = false }: Props) {
  const t = useTexts();
  const isCut = finishReason === 'length';
  const isWeak = protection !== undefined && protection !== 'all';
  if (!isStopped && !isCut && !isWeak) return null;
  return (
    <div className="turn-notes small">
      {isStopped && (
        <span className="row">
          <Icon name="stop" /> {t.chat.stopped}
        </span>
      )}
      {isCut && !isStopped && (
        <span className="row">
          <Icon name="warning" /> {t.chat.cut}
        </span>
      )}
      {isWeak && <ProtectionBadge protection={protection} label={t.protection.sent[protection]} />}
    </div>
  );
}
