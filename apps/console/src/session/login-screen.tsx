import iconAddress from '../icon.svg';
import type { Failure } from '../api/failure';
import { addressOf, settings } from '../settings';
import { useTexts } from '../texts';
import { Icon } from '../ui/icon';
import { FailureNotice, Notice } from '../ui/notice';
import { useTitle } from '../ui/page';
import { PasswordForm } from './password-form';
import { Appearance } from '../shell/appearance';

/** Where somebody logs in: with a password, or at the provider of single sign-on. */
export function LoginScreen({ wasIn, failure }: { wasIn: boolean; failure: Failure | undefined }) {
  const t = useTexts();
  useTitle(t.login.title);
  return (
    <div className="login">
      <main className="login-form">
        <span className="brand">
          <img src={iconAddress} alt="" /> privacy-chat
        </span>
        <h1>{t.login.title}</h1>
        {wasIn && <Notice kind="warning">{t.login.sessionOver}</Notice>}
        <FailureNotice error={failure} />
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
