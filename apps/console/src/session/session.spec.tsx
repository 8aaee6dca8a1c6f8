import { act, render, screen } from '@testing-library/react';
import { service, tokenOf, USER } from '../../testing/show';
import {
  accessToken,
  beginSession,
  logIn,
  logOut,
  onPersonChange,
  renewSession,
  useSessionState,
} from './session';

const SESSION = '/idm/v1/session';
const HANS = { id: 'hans', name: 'hans@firma.de' };
const persons: (string | undefined)[] = [];
onPersonChange((userId) => persons.push(userId));

/** Lets the service log in a user, with an access token for some seconds. */
const accepts = ({ id, name } = USER, seconds = 3_600) =>
  service.answers('post', SESSION, {
    jwtToken: tokenOf({ sub: id, email: name, exp: Math.ceil(Date.now() / 1_000) + seconds }),
    role: 'member',
  });
const refuses = (status: number) => service.refuses('post', SESSION, { status, code: 'unauthenticated' });
const logins = () => service.bodies('post', SESSION);

/** Shows the state of the session in words. */
function State() {
  const state = useSessionState();
  if (state.kind !== 'in')
    return <p>{state.kind === 'out' && state.failure ? 'out with a failure' : state.kind}</p>;
  return <p>{`${state.session.userName}${state.isOver ? ', expired' : ''}`}</p>;
}
const shown = () => screen.getByRole('paragraph').textContent;

beforeEach(async () => {
  history.replaceState(null, '', '/');
  service.on('delete', SESSION, () => new Response(null, { status: 204 }));
  await logOut();
  persons.length = 0;
  render(<State />);
});

describe('a session', () => {
  it('is continued by the cookie of the browser when the page opens', async () => {
    accepts();
    await act(beginSession);
    expect(shown()).toBe(USER.name);
    expect(logins()).toEqual([{}]);
    expect(persons).toEqual([USER.id]);
  });

  it('is not there if the cookie is refused, and no failure is shown', async () => {
    refuses(401);
    await act(beginSession);
    expect(shown()).toBe('out');
    expect(await accessToken()).toBeUndefined();
  });

  it('begins with the code of single sign-on, which leaves the address at once', async () => {
    history.replaceState(null, '', '/#login_code=abc');
    accepts();
    await act(beginSession);
    expect(logins()).toEqual([{ code: 'abc' }]);
    expect(location.hash).toBe('');
    expect(shown()).toBe(USER.name);
  });

  it('does not begin with a code that was used before, and the login says so', async () => {
    history.replaceState(null, '', '/#login_code=abc');
    refuses(400);
    await act(beginSession);
    expect(shown()).toBe('out with a failure');
  });

  it('ends here even if the service does not answer the logout, and forgets the address', async () => {
    accepts();
    await act(beginSession);
    history.replaceState(null, '', '/chat/secret');
    service.on('delete', SESSION, () => Promise.reject(new Error('away')));
    await act(logOut);
    expect(shown()).toBe('out with a failure');
    expect(location.pathname).toBe('/');
    expect(persons).toEqual([USER.id, undefined]);
  });
});

describe('an access token', () => {
  it('is used until half a minute before its end, then renewed once for concurrent requests', async () => {
    accepts(USER, 60);
    await act(beginSession);
    await accessToken();
    expect(logins()).toHaveLength(1);
    accepts(USER, 20);
    await act(renewSession);
    accepts();
    await act(() => Promise.all([accessToken(), accessToken(), accessToken()]));
    expect(logins()).toHaveLength(3);
  });

  it('that cannot be renewed lets requests wait for the next login of the same user', async () => {
    accepts(USER, 20);
    await act(beginSession);
    refuses(401);
    let token: string | undefined = 'waits';
    const waiting = accessToken().then((next) => (token = next));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(shown()).toBe(`${USER.name}, expired`);
    expect(token).toBe('waits');
    accepts();
    await act(() => logIn({ userName: USER.name, password: 'secret' }));
    await waiting;
    expect(token).toMatch(/^head\./);
    expect(persons).toEqual([USER.id]);
  });

  it('is none for requests of a user after another one has logged in', async () => {
    accepts(USER, 20);
    await act(beginSession);
    refuses(403);
    const waiting = accessToken();
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    accepts(HANS);
    await act(() => logIn({ userName: HANS.name, password: 'secret' }));
    expect(await waiting).toBeUndefined();
    expect(shown()).toBe(HANS.name);
    expect(persons).toEqual([USER.id, HANS.id]);
  });

  it('stays valid for other requests if the service does not answer its renewal', async () => {
    accepts(USER, 20);
    await act(beginSession);
    refuses(503);
    await expect(act(renewSession)).rejects.toMatchObject({ status: 503 });
    expect(shown()).toBe(USER.name);
  });

  it('for the setup of a second factor is not renewed', async () => {
    const jwtToken = tokenOf({ exp: Math.ceil(Date.now() / 1_000) + 5, aud: 'privacy-chat/second-factor' });
    service.answers('post', SESSION, { jwtToken, role: 'member' });
    await act(beginSession);
    expect(await accessToken()).toBe(jwtToken);
    expect(logins()).toHaveLength(1);
  });
});
