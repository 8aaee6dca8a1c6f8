import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { settings } from '../settings';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { FailureNotice, Notice } from '../ui/notice';
import { LoginFrame } from './login-frame';
import { NewPasswordField } from './login-fields';
import { leaveInvitation, logIn } from './session';

/** Sets the first password of an invited person, and logs them in. */
export function InvitationScreen({ token }: { token: string }) {
  const t = useTexts();
  const [newPassword, setNewPassword] = useState('');
  const accept = useMutation({
    mutationFn: async () => {
      const body = { token, newPassword };
      const { userName } = await ask(
        client.POST('/idm/v1/auth/invitation', { body, fetch: (request) => fetch(request) }),
      );
      // A second factor that stayed set up needs a code, which the login asks for.
      await logIn({ userName, password: newPassword }).catch(leaveInvitation);
    },
  });
  return (
    <LoginFrame title={t.login.invitation}>
      {settings.passwordLogin ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            accept.mutate();
          }}
        >
          <p>{t.login.invitationText}</p>
          <NewPasswordField value={newPassword} onChange={setNewPassword} />
          <FailureNotice error={accept.error} />
          <Button look="primary" type="submit" busy={accept.isPending}>
            {t.login.setPassword}
          </Button>
        </form>
      ) : (
        <Notice>{t.failures.codes.password_login_off.join(' ')}</Notice>
      )}
      <Button onClick={() => leaveInvitation()}>{t.login.toLogin}</Button>
    </LoginFrame>
  );
}
