import { useTexts } from '../texts';
import { TextField } from '../ui/field';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function NewPasswordField({ value, onChange }: FieldProps) {
  const t = useTexts();
  return (
    <TextField
      label={t.login.newPassword}
      hint={t.login.newPasswordHint}
      type="password"
      autoComplete="new-password"
      minLength={12}
      required
      value={value}
      onChange={onChange}
    />
  );
}

/** The code of a second factor. It has the focus, because it is asked for after the password was checked. */
export function CodeField({ value, onChange }: FieldProps) {
  const t = useTexts();
  return (
    <TextField
      label={t.login.code}
      hint={t.login.codeHint}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoFocus
      required
      value={value}
      onChange={onChange}
    />
  );
}
