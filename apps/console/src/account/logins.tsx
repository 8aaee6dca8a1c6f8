import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask, client, type Schemas } from '../api/client';
import { useFormats, useTexts } from '../texts';
import type { Texts } from '../texts/en';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Icon } from '../ui/icon';
import { Loaded } from '../ui/loading';
import { FailureNotice } from '../ui/notice';

type Login = Schemas['LoginOfUserDto'];
const KEY = ['logins'];

/** The devices and programs that are logged in as the user, each with a button that logs it out. */
export function Logins() {
  const t = useTexts();
  const [asks, setAsks] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasEnded = useRef(false);
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: KEY });
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => (await ask(client.GET('/idm/v1/logins'))).data,
  });
  const count = query.data?.length;
  useEffect(() => {
    // The button of a login that has ended had the focus.
    if (hasEnded.current && document.activeElement === document.body) heading.current?.focus();
  }, [count]);
  const end = useMutation({
    mutationFn: (id: string) =>
      ask(client.DELETE('/idm/v1/logins/{login_id}', { params: { path: { login_id: id } } })),
    onSettled: () => {
      hasEnded.current = true;
      return reload();
    },
  });
  return (
    <section className="card stack">
      <h2 ref={heading} tabIndex={-1}>
        {t.account.logins}
      </h2>
      <p className="muted">{t.account.loginsText}</p>
      <FailureNotice error={end.error} />
      <Loaded query={query}>
        {(logins) => (
          <>
            <ul className="plain-list logins">
              {logins.map((login) => (
                <LoginRow
                  key={login.id}
                  login={login}
                  isEnding={end.isPending && end.variables === login.id}
                  onEnd={() => end.mutate(login.id)}
                />
              ))}
            </ul>
            {logins.some(({ current }) => !current) && (
              <div className="row">
                <Button icon="close" onClick={() => setAsks(true)}>
                  {t.account.endOthers}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {asks && (
        <Confirm
          title={t.account.endOthersTitle}
          text={t.account.endOthersText}
          action={t.account.endOthers}
          onConfirm={async () => {
            await ask(client.DELETE('/idm/v1/logins'));
            hasEnded.current = true;
            await reload();
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  );
}

interface RowProps {
  login: Login;
  isEnding: boolean;
  onEnd: () => void;
}

function LoginRow({ login, isEnding, onEnd }: RowProps) {
  const t = useTexts();
  const formats = useFormats();
  const name = nameOf(login, t);
  return (
    <li className="row">
      <Icon name={login.console ? 'screen' : 'key'} />
      <span className="grow stack-small">
        <span className="row">
          {name} {login.current && <span className="badge good">{t.account.thisDevice}</span>}
        </span>
        <span className="muted small">
          {t.account.loginTimes(formats.dateTime(login.last_used_at), formats.dateTime(login.created_at))}
        </span>
      </span>
      {!login.current && (
        <Button size="small" busy={isEnding} aria-label={t.account.endLogin(name)} onClick={onEnd}>
          {t.shell.logOut}
        </Button>
      )}
    </li>
  );
}

/** Returns the device of a login in words. */
function nameOf({ console, browser, system }: Login, t: Texts): string {
  const device = t.account.device(
    browser === null ? undefined : t.account.browsers[browser],
    system === null ? undefined : t.account.systems[system],
  );
  return console ? device : t.account.program(browser === null && system === null ? undefined : device);
}
