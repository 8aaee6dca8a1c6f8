import type { Schemas } from '../api/client';
import { useFormats, useTexts } from '../texts';
import { Notice } from '../ui/notice';

/** Shows whether an entry was changed or is missing. */
export function Report({ report }: { report: Schemas['TrailReportDto'] }) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <Notice kind={report.intact ? 'info' : 'failure'}>
      <p>
        <strong>{report.intact ? t.audit.intact : t.audit.broken}</strong>
      </p>
      {report.chains.map(({ chain, entries, newest, broken }) => (
        <p key={chain} className="small">
          {t.audit.chains[chain]}: {t.audit.entries(formats.number(entries))}
          {newest && (
            <>
              {' '}
              · {t.audit.newest} <code className="pre">{newest.hash}</code>
            </>
          )}
          {broken && ` · ${t.audit.brokenAt(formats.number(broken.seq), broken.reason)}`}
        </p>
      ))}
      {report.unsealed.count > 0 && (
        <p className="small">{t.audit.unsealed(formats.number(report.unsealed.count))}</p>
      )}
    </Notice>
  );
}
