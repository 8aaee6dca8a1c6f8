import type { Schemas } from '../api/client';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Notice } from '../ui/notice';

interface Props {
  userName: string;
  made: Schemas['OneTimePasswordDto'];
  onClose: () => void;
}

/** A one-time password, which is shown once and only sets a new password. */
export function OneTimePassword({ userName, made, onClose }: Props) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <>
      <Notice kind="warning">{t.people.oneTime(userName, formats.dateTime(made.valid_until))}</Notice>
      <code className="secret">{made.one_time_password}</code>
      <div className="dialog-actions">
        <CopyButton text={made.one_time_password} />
        <Button look="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      </div>
    </>
  );
}
