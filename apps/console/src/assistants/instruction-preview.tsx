import { Fragment } from 'react';
import { usePreview } from '../chat/composer/use-preview';
import { guessLanguage } from '../privacy/guess-language';
import { familyOf, type Kind } from '../privacy/kinds';
import { partsOf, type Placed } from '../privacy/parts';
import { usePreferences } from '../preferences';
import { useTexts } from '../texts';
import { FailureNotice } from '../ui/notice';

/** An instruction, with the values that are replaced before it is sent. */
export function InstructionPreview({ text, kinds }: { text: string; kinds?: readonly Kind[] }) {
  const t = useTexts();
  const { language } = usePreferences();
  const lang = guessLanguage(text) ?? language;
  const { shown, error } = usePreview({ lang, prompt: text, choices: ['All', ...(kinds ?? [])] });
  const isCurrent = shown?.prompt === text;
  return (
    <section className="card stack-small" aria-label={t.assistants.leaves}>
      <h2>{t.assistants.leaves}</h2>
      <p className="small muted">{t.assistants.leavesText}</p>
      <FailureNotice error={error} />
      {text.trim() !== '' && <FoundText text={text} found={isCurrent ? shown.findings : []} />}
    </section>
  );
}

/** A text with the values that will be hidden, and their number. */
export function FoundText({ text, found }: { text: string; found: readonly (Placed & { kind: Kind })[] }) {
  const t = useTexts();
  return (
    <>
      <p className="pre found-text">
        {partsOf(text, found).map(({ text: part, span }, index) =>
          span ? (
            <mark key={index} className={`mark ${familyOf(span.kind)}`} title={t.kinds[span.kind]}>
              {part}
            </mark>
          ) : (
            <Fragment key={index}>{part}</Fragment>
          ),
        )}
      </p>
      <p className="small muted" role="status">
        {t.assistants.hidden(found.length)}
      </p>
    </>
  );
}
