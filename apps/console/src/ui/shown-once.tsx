import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts';
import { Confirm } from './confirm';
import { LeaveGuard } from './leaving';

interface ShownOnce {
  /** Closes the dialog, after a question if the secret would be lost. */
  close: () => void;
  /** To be called when the user has copied or downloaded the secret. */
  onTaken: () => void;
  /** The question, for the content of the dialog. */
  question: ReactNode;
}

/**
 * Protects a secret that the service does not show again: until the user has copied or downloaded it, the page asks before
 * the dialog closes and before the user leaves the page.
 *
 * @param secret undefined while there is none; another value is another secret
 */
export function useShownOnce(secret: unknown, onClose: () => void): ShownOnce {
  const t = useTexts();
  const [taken, setTaken] = useState<unknown>();
  const [asks, setAsks] = useState(false);
  const isOpen = secret !== undefined && taken !== secret;
  return {
    close: isOpen ? () => setAsks(true) : onClose,
    onTaken: () => setTaken(secret),
    question: isOpen && (
      <>
        <LeaveGuard words={t.shownOnce} />
        {asks && (
          <Confirm
            title={t.shownOnce.title}
            text={t.shownOnce.text}
            action={t.shownOnce.leave}
            onConfirm={async () => onClose()}
            onClose={() => setAsks(false)}
          />
        )}
      </>
    ),
  };
}
