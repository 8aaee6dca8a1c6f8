import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { toFailure, type ErrorCode } from '../api/failure';
import { settings } from '../settings';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { FailureNotice, Notice } from '../ui/notice';
import { CodeField, NewPasswordField } from './login-fields';
import { logIn } from './session';

type Step = 'code' | 'newPassword';

/** What the service requires in addition to the password, by error code. */
const STEPS: Readonly<Partial<Record<ErrorCode, Step>>> = {
  second_factor_required: 'code',
  password_change_required: 'newPassword',
};

/**
 * A form for user name and password. If required, it then asks for the code of the second factor or for a new password.
 *
 * @param known the user name that logs in again
 */
export function PasswordForm({ known }: { known: string }) {
  const t = useTexts();
  const [userName, setUserName] = useState(known);
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const login = useMutation({
    mutationFn: async () => {
      const second = steps.includes('code') ? { otp } : {};
      if (!steps.includes('newPassword')) return logIn({ userName, password, ...second });
      await ask(
        client.POST('/idm/v1/auth/password', { body: { userName, password, newPassword, ...second } }),
      );
      setPassword(newPassword);
      setSteps([]);
      return logIn({ userName, password: newPassword });
    },
    onError: (error) => {
      const step = STEPS[toFailure(error).code];
      if (step) setSteps([...new Set([...steps, step])]);
    },
  });
  const asksForMore = login.error !== null && STEPS[toFailure(login.error).code] !== undefined;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        login.mutate();
      }}
    >
      <TextField
        label={t.login.userName}
        type="email"
        autoComplete="username"
        autoFocus={known === ''}
        required
        value={userName}
        onChange={setUserName}
      />
      <TextField
        label={t.login.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      {steps.includes('newPassword') && (
        <>
          <Notice>{t.login.oneTime}</Notice>
          <NewPasswordField value={newPassword} onChange={setNewPassword} />
        </>
      )}
      {steps.includes('code') && <CodeField value={otp} onChange={setOtp} />}
      {!asksForMore && <FailureNotice error={login.error} />}
      {login.error &&
        toFailure(login.error).code === 'forbidden' &&
        settings.publicBaseUrl !== location.origin && (
          <a href={settings.publicBaseUrl}>{settings.publicBaseUrl}</a>
        )}
      <Button look="primary" type="submit" busy={login.isPending}>
        {t.login.logIn}
      </Button>
    </form>
  );
}
