import { useTexts } from '../../texts';
import { IconButton } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import { useChooseVersion, type Turn } from './use-turns';

/** The number of a turn's version, and buttons that show its other versions. Nothing if there are none. */
export function TurnVersions({ chatId, turn }: { chatId: string | undefined; turn: Turn }) {
  const t = useTexts();
  const choose = useChooseVersion(chatId);
  const { turnId = '', versions = [] } = turn;
  if (versions.length < 2) return null;
  const index = versions.indexOf(turnId);
  // The button keeps the focus at the first and the last version.
  const button = (icon: 'previous' | 'next', label: string, version: string | undefined) => (
    <IconButton
      icon={icon}
      size="small"
      label={label}
      aria-disabled={version === undefined || choose.isPending}
      onClick={() => {
        if (version !== undefined && !choose.isPending) choose.mutate(version);
      }}
    />
  );
  return (
    <>
      <span className="versions" role="group" aria-label={t.chat.versions}>
        {button('previous', t.chat.previousVersion, versions[index - 1])}
        <span className="muted small" role="status">
          <span className="visually-hidden">{t.chat.versionOf(index + 1, versions.length)}</span>
          <span aria-hidden="true">
            {index + 1}/{versions.length}
          </span>
        </span>
        {button('next', t.chat.nextVersion, versions[index + 1])}
      </span>
      <FailureNotice error={choose.error} />
    </>
  );
}
