import type { Schemas } from '../api/client';
import { resultName } from '../files/result-name';
import { MarkedText } from '../privacy/marked-text';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { download } from '../ui/download';
import { Notice } from '../ui/notice';

interface Props {
  answer: Schemas['RestoredDto'] | undefined;
  /** The name of the file that the text was read from */
  name: string;
}

/** The restored text. Each restored value is marked, with what was in its place. */
export function RestoredText({ answer, name }: Props) {
  const t = useTexts();
  const { text = '', restored = 0, spans: [spans = []] = [] } = answer ?? {};
  return (
    <section className="card stack" aria-label={t.anonymize.result} aria-live="polite">
      <div className="row">
        <h2 className="grow">{t.anonymize.result}</h2>
        {answer && (
          <>
            <CopyButton text={text} />
            <Button
              size="small"
              icon="download"
              onClick={() => download(resultName(name, 'restored', t), text)}
            >
              {t.common.download}
            </Button>
          </>
        )}
      </div>
      {!answer && <p className="muted">{t.restore.nothingYet}</p>}
      {answer && restored === 0 && <Notice kind="warning">{t.restore.none}</Notice>}
      {answer && (
        <>
          <p className="pre marked">
            <MarkedText
              text={text}
              spans={spans.map(({ replacement, ...span }) => ({ ...span, other: replacement }))}
              relation={t.restore.inPlaceOf}
            />
          </p>
          {restored > 0 && <p className="muted small">{t.restore.restored(restored)}</p>}
        </>
      )}
    </section>
  );
}
