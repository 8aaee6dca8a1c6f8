import { useEffect, useRef } from 'react';
import iconAddress from '../icon.svg';
import type { Failure } from '../api/failure';
import { addressOf, settings } from '../settings';
import { useTexts } from '../texts';
import { Icon } from '../ui/icon';
import { Modal } from '../ui/modal';
import { FailureNotice, Notice } from '../ui/notice';
import { useTitle } from '../ui/page';
import { PasswordForm } from './password-form';
import { Appearance } from '../shell/appearance';

/** The login, with a password or at the provider of single sign-on. */
export function LoginScreen({ failure }: { failure: Failure | undefined }) {
  const t = useTexts();
  useTitle(t.login.title);
  return (
    <div className="login">
      <main className="login-form">
        <span className="brand">
          <img src={iconAddress} alt="" /> privacy-chat
        </span>
        <h1>{t.login.title}</h1>
        <FailureNotice error={failure} />
        <LoginWays />
        <Appearance />
      </main>
      <aside className="login-side" aria-label={t.login.sideLabel}>
        <blockquote>{example(t.login.exampleBefore, 'Hans Müller')}</blockquote>
        <span className="arrow">
          <Icon name="shield" /> {t.login.whatLeaves}
        </span>
        <blockquote>{example(t.login.exampleAfter, 'Jan Weber')}</blockquote>
      </aside>
    </div>
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

/** Renders the example with the name highlighted. */
function example(text: string, name: string) {
  const [before, after] = text.split(name);
  return (
    <>
      {before}
      <span className="behind person">{name}</span>
      {after}
    </>
  );
}
