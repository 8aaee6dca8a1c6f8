import { useMemo } from 'react';
import type { Schemas } from '../api/client';
import { resultName } from '../files/result-name';
import type { Kind } from '../privacy/kinds';
import { MarkedText } from '../privacy/marked-text';
import { placesOf } from '../privacy/parts';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { download } from '../ui/download';

type Answer = Schemas['AnonymizedTextDto'];

/** The anonymized text, with the original of each replacement. */
export function Result({ answer }: { answer: Answer | undefined }) {
  const t = useTexts();
  const spans = useMemo(() => (answer ? spansOf(answer) : []), [answer]);
  return (
    <section className="card stack" aria-label={t.anonymize.result} aria-live="polite">
      <div className="row">
        <h2 className="grow">{t.anonymize.result}</h2>
        {answer && (
          <>
            <CopyButton text={answer.anonymized_prompt} />
            <Button
              size="small"
              icon="download"
              onClick={() => download(resultName('.txt', 'anonymized', t), answer.anonymized_prompt)}
            >
              {t.common.download}
            </Button>
          </>
        )}
      </div>
      {answer ? (
        <>
          <p className="pre marked">
            <MarkedText text={answer.anonymized_prompt} spans={spans} relation={t.privacy.standsFor} />
          </p>
          <p className="muted small">{t.chat.replaced(spans.length)}</p>
        </>
      ) : (
        <p className="muted">{t.anonymize.nothingYet}</p>
      )}
    </section>
  );
}

/** Returns the positions of replacements in the text. The answer lists values by kind, without positions. */
function spansOf({ anonymized_prompt: text, anonymized_values: replaced, detected_values: found }: Answer) {
  const values = Object.entries(replaced).flatMap(([kind, values]) =>
    (values as string[]).map((value, index) => ({
      text: value,
      kind: kind as Kind,
      other: found[kind as Kind]?.[index],
    })),
  );
  return placesOf(text, values).map(({ start, end, value: { kind, other } }) => ({
    start,
    end,
    kind,
    other,
  }));
}
