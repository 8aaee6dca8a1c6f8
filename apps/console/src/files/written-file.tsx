import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { download } from '../ui/download';
import { Notice } from '../ui/notice';
import type { WrittenFile } from './send-file';

/** The numbers of the header `X-Report`. */
interface Report {
  values: Record<string, number>;
  dropped: Record<string, number>;
  pages_read_by_ocr: number;
}

/** The written file, what was done with it, and what it lost. */
export function WrittenFileCard({ written: { name, content, headers } }: { written: WrittenFile }) {
  const t = useTexts();
  const report = JSON.parse(headers.get('x-report') ?? '{"values":{},"dropped":{}}') as Report;
  const hidden = Object.values(report.values).reduce((sum, count) => sum + count, 0);
  const dropped = Object.keys(report.dropped);
  return (
    <div className="card stack">
      <h2>{name}</h2>
      <p>{t.files.written(hidden)}</p>
      {dropped.length > 0 && <p className="muted small">{t.files.dropped(dropped.join(', '))}</p>}
      {report.pages_read_by_ocr > 0 && <Notice kind="info">{t.files.readByOcr}</Notice>}
      <div className="row">
        <Button look="primary" icon="download" onClick={() => download(name, content)}>
          {t.common.download}
        </Button>
      </div>
    </div>
  );
}
