import type { ReactNode } from 'react';
import iconAddress from '../icon.svg';
import { Appearance } from '../shell/appearance';
import { useTexts } from '../texts';
import { Icon } from '../ui/icon';
import { useTitle } from '../ui/page';

/** A page before the login: a form, and beside it what the service does. */
export function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts();
  useTitle(title);
  return (
    <div className="login">
      <main className="login-form">
        <span className="brand">
          <img src={iconAddress} alt="" /> privacy-chat
        </span>
        <h1>{title}</h1>
        {children}
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
