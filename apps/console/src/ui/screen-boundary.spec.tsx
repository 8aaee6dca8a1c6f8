import { render, screen } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { setPreferences } from '../preferences';
import { loadPart } from './load-part';
import { ScreenBoundary } from './screen-boundary';

// React also reports each error to the console.
beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  jest.restoreAllMocks();
  setPreferences({ language: 'en' });
});

const showPart = (load: () => Promise<ComponentType>) => {
  const Part = loadPart(load);
  return render(
    <ScreenBoundary as="main">
      <Suspense fallback="Loading">
        <Part />
      </Suspense>
    </ScreenBoundary>,
  );
};
/** Fails as the import of a file fails that a newer version has replaced. */
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('a screen', () => {
  it('is shown when its code is loaded', async () => {
    showPart(async () => () => <h1>People</h1>);
    expect(await screen.findByRole('heading', { name: 'People' })).toBeVisible();
  });

  it.each([
    ['en', 'The service may have been updated', 'Your drafts of messages are saved', 'Reload'],
    ['de', 'Vielleicht wurde der Dienst aktualisiert', 'Ihre Entwürfe von Nachrichten sind', 'Neu laden'],
  ] as const)(
    'is replaced in %s by what happened if its code is gone',
    async (language, what, drafts, reload) => {
      setPreferences({ language });
      showPart(gone);
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent(what);
      expect(alert).toHaveTextContent(drafts);
      expect(screen.getByRole('button', { name: reload })).toBeVisible();
      expect(screen.getByRole('main')).toContainElement(alert);
    },
  );

  it('is replaced by another text if it has an error', async () => {
    showPart(async () => () => {
      throw new Error('a mistake');
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('an error in the page');
    expect(screen.queryByText(/a mistake/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  it('does not keep the user from other screens if it fails', async () => {
    const Part = loadPart(gone);
    const { rerender } = render(
      <ScreenBoundary path="/people">
        <Part />
      </ScreenBoundary>,
    );
    await screen.findByRole('alert');
    rerender(
      <ScreenBoundary path="/groups">
        <h1>Groups</h1>
      </ScreenBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'Groups' })).toBeVisible();
  });

  it('keeps what the user entered when its path changes', () => {
    const screenAt = (path: string) => (
      <ScreenBoundary path={path}>
        <input aria-label="Message" />
      </ScreenBoundary>
    );
    const { rerender } = render(screenAt('/chat'));
    const field = screen.getByLabelText('Message');
    rerender(screenAt('/chat/1'));
    expect(screen.getByLabelText('Message')).toBe(field);
  });
});
