import { useEffect, useRef } from 'react';
import type { Failure } from '../api/failure';
import { addressOf, settings } from '../settings';
import { useTexts } from '../texts';
import { Icon } from '../ui/icon';
import { Modal } from '../ui/modal';
import { FailureNotice, Notice } from '../ui/notice';
import { LoginFrame } from './login-frame';
import { PasswordForm } from './password-form';

/** The login, with a password or at the provider of single sign-on. */
export function LoginScreen({ failure }: { failure: Failure | undefined }) {
  const t = useTexts();
  return (
    <LoginFrame title={t.login.title}>
      <FailureNotice error={failure} />
      <LoginWays />
    </LoginFrame>
  );
}

/** Logs in again after the session has expired. The page below keeps its state and is not readable until then. */
export function LoginDialog({ userName }: { userName: string }) {
  const t = useTexts();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input[type=password], .button')?.focus();
  }, []);
  return (
    <Modal className="dialog over" aria-label={t.login.title}>
      <div className="login-form" ref={form}>
        <h2>{t.login.title}</h2>
        <Notice kind="warning">{t.login.sessionOver}</Notice>
        <LoginWays userName={userName} />
      </div>
    </Modal>
  );
}

function LoginWays({ userName = '' }: { userName?: string }) {
  const t = useTexts();
  return (
    <>
      {settings.passwordLogin && <PasswordForm known={userName} />}
      {settings.singleSignOn && (
        <a
          className={settings.passwordLogin ? 'button' : 'button primary'}
          href={addressOf('/idm/v1/oidc/login')}
        >
          <Icon name="key" /> {t.login.singleSignOn}
        </a>
      )}
    </>
  );
}
