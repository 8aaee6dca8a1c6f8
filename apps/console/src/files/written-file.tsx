import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { download } from '../ui/download';
import { Notice } from '../ui/notice';
import { resultName } from './result-name';
import type { WrittenFile } from './send-file';

/** The numbers of the header `X-Report`. */
interface Report {
  values: Record<string, number>;
  dropped: Record<string, number>;
  pages_read_by_ocr: number;
}

/** Focuses the card when it appears, which scrolls it into view. */
const focusOn = (card: HTMLElement | null): void => card?.focus();

/** The written file, what was done with it, and what it lost. */
export function WrittenFileCard({ written: { name, content, headers } }: { written: WrittenFile }) {
  const t = useTexts();
  const report = JSON.parse(headers.get('x-report') ?? '{"values":{},"dropped":{}}') as Report;
  const hidden = Object.values(report.values).reduce((sum, count) => sum + count, 0);
  const partOf = (part: string) => t.files.parts[part.replaceAll(' ', '_') as keyof typeof t.files.parts];
  const dropped = [
    ...new Set(Object.keys(report.dropped).map((part) => partOf(part) ?? t.files.parts.other)),
  ];
  const resultsIn = resultName(name, 'anonymized', t);
  return (
    <div className="card stack" tabIndex={-1} ref={focusOn}>
      <h2>{resultsIn}</h2>
      <p>{t.files.written(hidden)}</p>
      {dropped.length > 0 && <p className="muted small">{t.files.dropped(dropped.join(', '))}</p>}
      {report.pages_read_by_ocr > 0 && <Notice kind="info">{t.files.readByOcr}</Notice>}
      <div className="row">
        <Button look="primary" icon="download" onClick={() => download(resultsIn, content)}>
          {t.common.download}
        </Button>
      </div>
    </div>
  );
}
