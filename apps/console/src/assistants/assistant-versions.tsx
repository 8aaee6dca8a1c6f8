import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Loading } from '../ui/loading';
import { FailureNotice } from '../ui/notice';
import { useAssistantVersions, type AssistantDetails, type AssistantVersion } from './use-assistants';

interface Props {
  of: AssistantDetails;
  /** Puts an earlier version into the editor. */
  onRestore: (version: AssistantVersion) => void;
}

/** The stored versions of an assistant. */
export function AssistantVersions({ of: one, onRestore }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const { data, error, refetch } = useAssistantVersions(one.assistant_id);
  return (
    <section className="card stack" aria-label={t.assistants.versions}>
      <h2>{t.assistants.versions}</h2>
      <p className="small muted">{t.assistants.versionsText}</p>
      {!data && !error && <Loading />}
      <FailureNotice error={error} onRetry={() => void refetch()} />
      <ul className="plain-list stack-small">
        {data?.map((version) => (
          <li key={version.version} className="row">
            <span className="grow">
              {t.assistants.versionOf(version.version, formats.dateTime(version.created_at))}
            </span>
            {version.version === one.version ? (
              <span className="badge">{t.assistants.current}</span>
            ) : (
              <Button
                size="small"
                aria-label={t.assistants.restoreVersion(version.version)}
                onClick={() => onRestore(version)}
              >
                {t.assistants.restore}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
