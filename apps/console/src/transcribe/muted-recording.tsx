import { useTexts } from '../texts';
import { Icon } from '../ui/icon';

/** The recording in which hidden values are silent. */
export function MutedRecording({ address }: { address: string }) {
  const t = useTexts();
  // The link is signed, so this page's own origin serves it, too.
  const { pathname, search } = new URL(address);
  const own = pathname + search;
  return (
    <div className="card stack-small">
      <h3>{t.transcribe.muted}</h3>
      <p className="muted small">{t.transcribe.mutedHint}</p>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript is the caption */}
      <audio controls preload="none" src={own} aria-label={t.transcribe.muted} />
      <div className="row">
        <a className="button small" href={own} download aria-label={t.transcribe.downloadMuted}>
          <Icon name="download" /> {t.common.download}
        </a>
      </div>
    </div>
  );
}
