import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { toFailure } from '../api/failure';
import { CodeField, NewPasswordField } from '../session/login-fields';
import { logIn, renewSession, useSession } from '../session/session';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';

/** Changes the user's own password, which ends all other sessions. */
export function OwnPassword() {
  const t = useTexts();
  const [asks, setAsks] = useState(false);
  const [isDone, setIsDone] = useState(false);
  return (
    <section className="card stack">
      <h2>{t.login.password}</h2>
      <p className="muted">{t.account.passwordText}</p>
      {isDone && <Notice>{t.account.passwordChanged}</Notice>}
      <div className="row">
        <Button icon="key" onClick={() => setAsks(true)}>
          {t.account.changePassword}
        </Button>
      </div>
      {asks && <ChangePassword onDone={() => setIsDone(true)} onClose={() => setAsks(false)} />}
    </section>
  );
}

function ChangePassword({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useTexts();
  const { userName } = useSession();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const change = useMutation({
    mutationFn: async () => {
      const body = { userName, password, newPassword, ...(asksCode && { otp }) };
      // A wrong password is no reason to renew the session and to send the password again.
      await ask(client.POST('/idm/v1/auth/password', { body, fetch: (request) => fetch(request) }));
      onDone();
      onClose();
      // The change ends this session too. With a second factor, the login needs the next code, so the page asks for it.
      await logIn({ userName, password: newPassword }).catch(() => renewSession());
    },
    onError: (error) => {
      if (toFailure(error).code === 'second_factor_required') setAsksCode(true);
    },
  });
  const needsCode = change.error !== null && toFailure(change.error).code === 'second_factor_required';
  return (
    <Dialog title={t.account.changePassword} onClose={onClose}>
      <DialogForm
        action={t.account.changePassword}
        run={{ error: needsCode ? null : change.error, isPending: change.isPending }}
        onSubmit={() => change.mutate()}
        onClose={onClose}
      >
        <TextField
          label={t.account.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <NewPasswordField value={newPassword} onChange={setNewPassword} />
        {asksCode && <CodeField value={otp} onChange={setOtp} />}
      </DialogForm>
    </Dialog>
  );
}
