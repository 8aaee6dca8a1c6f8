import { useTexts } from '../texts';
import { FailureNotice, Notice } from '../ui/notice';
import { NoMicrophone } from './recorder';

/** Shows why speech was not recorded or not transcribed. Renders nothing without an error. */
export function RecordingFailure({ error }: { error: unknown }) {
  const t = useTexts();
  if (!(error instanceof NoMicrophone)) return <FailureNotice error={error} />;
  return <Notice kind="failure">{t.chat.noMicrophone}</Notice>;
}
