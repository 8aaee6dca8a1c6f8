import { useEffect, useRef, useState } from 'react';
import { setPreferences, usePreferences } from '../preferences';
import { useTexts } from '../texts';
import { Button, IconButton } from '../ui/button';

/** The parts of the screen that the steps explain, as `chat.css` marks them. */
const PARTS = ['write', 'protection', 'saw'] as const;

/** Returns whether the tour is open: not after a user has closed it in this browser. */
export const useTour = (): boolean => usePreferences().tour !== 'closed';

/**
 * Three steps that explain the screen to new users, beside their work: nothing is covered or blocked. Once it is closed, it
 * does not appear again in this browser.
 */
export function Tour() {
  const t = useTexts();
  const [step, setStep] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const part = PARTS[step]!;
  useEffect(() => {
    document.documentElement.dataset.tour = part;
    return () => void delete document.documentElement.dataset.tour;
  }, [part]);
  const { title, text } = t.tour.steps[step]!;
  const isLast = step === PARTS.length - 1;
  const go = (to: number) => {
    setStep(to);
    heading.current?.focus();
  };
  const close = () => setPreferences({ tour: 'closed' });
  return (
    <section className="tour card stack-small" aria-label={t.tour.title}>
      <div className="row">
        <span className="muted small grow">{t.tour.stepOf(step + 1, PARTS.length)}</span>
        <IconButton icon="close" size="small" label={t.tour.close} onClick={close} />
      </div>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p className="small">{text}</p>
      <div className="row">
        {step > 0 && (
          <Button size="small" onClick={() => go(step - 1)}>
            {t.tour.back}
          </Button>
        )}
        <Button size="small" look="primary" onClick={isLast ? close : () => go(step + 1)}>
          {isLast ? t.common.done : t.tour.next}
        </Button>
      </div>
    </section>
  );
}
