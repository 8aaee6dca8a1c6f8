import { resultName } from '../files/result-name';
import type { WrittenFile } from '../files/send-file';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { download } from '../ui/download';
import { Notice } from '../ui/notice';

/** The restored file. */
export function RestoredFile({ written }: { written: WrittenFile | undefined }) {
  const t = useTexts();
  const name = written && resultName(written.name, 'restored', t);
  const restored = Number(written?.headers.get('x-restored') ?? 0);
  return (
    <section className="card stack" aria-label={t.anonymize.result} aria-live="polite">
      <h2>{name ?? t.anonymize.result}</h2>
      {!written && <p className="muted">{t.restore.noFileYet}</p>}
      {written && restored === 0 && <Notice kind="warning">{t.restore.noneInFile}</Notice>}
      {written && name && restored > 0 && (
        <>
          <p>{t.restore.restored(restored)}</p>
          <div className="row">
            <Button look="primary" icon="download" onClick={() => download(name, written.content)}>
              {t.common.download}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
