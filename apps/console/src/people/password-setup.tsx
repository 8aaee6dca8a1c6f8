import type { Schemas } from '../api/client';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { SelectField } from '../ui/field';
import { Notice } from '../ui/notice';

/** How a person sets a password. */
export type SetupKind = NonNullable<Schemas['ImportUsersDto']['setup']>;
const KINDS: readonly SetupKind[] = ['invitation', 'one_time_password'];

/** A secret with which a person sets a password. */
export type PasswordSetup = Schemas['OneTimePasswordDto'] | Schemas['InvitationDto'];

export function SetupField({ value, onChange }: { value: SetupKind; onChange: (kind: SetupKind) => void }) {
  const t = useTexts();
  return (
    <SelectField
      label={t.people.setup}
      hint={t.people.setupHints[value]}
      value={value}
      options={KINDS.map((kind) => [kind, t.people.setups[kind]] as const)}
      onChange={onChange}
    />
  );
}

interface Props {
  userName: string;
  made: PasswordSetup;
  /** Called when the user has copied it. */
  onTaken: () => void;
  onClose: () => void;
}

/** An invitation link or a one-time password, which is shown once. */
export function MadeSetup({ userName, made, onTaken, onClose }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const until = formats.dateTime(made.valid_until);
  const isLink = 'link' in made;
  const secret = isLink ? made.link : made.one_time_password;
  return (
    <>
      <Notice kind="warning">
        {isLink ? t.people.invited(userName, until) : t.people.oneTime(userName, until)}
      </Notice>
      <code className="secret" onCopy={onTaken}>
        {secret}
      </code>
      <div className="dialog-actions">
        <CopyButton text={secret} onCopied={onTaken} />
        <Button look="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      </div>
    </>
  );
}
