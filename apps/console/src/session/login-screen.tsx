import { useEffect, useState } from 'react';
import iconAddress from '../icon.svg';
import { toFailure, type Failure } from '../api/failure';
import { addressOf, settings } from '../settings';
import { useTexts } from '../texts';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { useTitle } from '../ui/page';
import { PasswordForm } from './password-form';
import { logIn } from './session';
import { Appearance } from '../shell/appearance';

const CODE = '#login_code=';

/** Where somebody logs in: with a password, or at the provider of single sign-on. */
export function LoginScreen({ wasIn }: { wasIn: boolean }) {
  const t = useTexts();
  const failure = useSingleSignOn();
  useTitle(t.login.title);
  return (
    <div className="login">
      <main className="login-form">
        <span className="brand">
          <img src={iconAddress} alt="" /> privacy-chat
        </span>
        <h1>{t.login.title}</h1>
        {wasIn && <Notice kind="warning">{t.login.sessionOver}</Notice>}
        {failure && <Notice kind="failure">{failure.message}</Notice>}
        {settings.passwordLogin && <PasswordForm />}
        {settings.singleSignOn && (
          <a
            className={settings.passwordLogin ? 'button' : 'button primary'}
            href={addressOf('/idm/v1/oidc/login')}
          >
            <Icon name="key" /> {t.login.singleSignOn}
          </a>
        )}
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

/** The words with the name highlighted. */
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

/** Redeems the code that single sign-on came back with; the address is then that of the page again. */
function useSingleSignOn(): Failure | undefined {
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    if (!location.hash.startsWith(CODE)) return;
    const code = location.hash.slice(CODE.length);
    history.replaceState(null, '', '/');
    logIn({ code }).catch((thrown: unknown) => setFailure(toFailure(thrown)));
  }, []);
  return failure;
}
