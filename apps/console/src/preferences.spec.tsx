import { act, render, screen } from '@testing-library/react';
import { openWishes, setPreferences, setWishes, usePreferences, useWishes } from './preferences';

/** Shows what is chosen, as JSON. */
const Chosen = () => <p>{JSON.stringify([usePreferences(), useWishes()])}</p>;
const chosen = () => JSON.parse(screen.getByRole('paragraph').textContent) as [object, object];

beforeEach(() => {
  localStorage.clear();
  openWishes(undefined);
  render(<Chosen />);
});
afterEach(() => setPreferences({ language: 'en', theme: 'system' }));

describe('the appearance of the page', () => {
  it('is stored in the browser and applied to the page', () => {
    act(() => setPreferences({ language: 'de', theme: 'dark' }));
    expect(chosen()[0]).toMatchObject({ language: 'de', theme: 'dark' });
    expect(document.documentElement.lang).toBe('de');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(JSON.parse(localStorage.getItem('privacy-chat')!)).toMatchObject({ language: 'de' });
  });

  it.each([
    ['an entry of another program', 'not JSON', {}],
    [
      'choices that an earlier version stored for all users',
      '{"theme":"dark","kinds":["Names"]}',
      { theme: 'dark' },
    ],
  ])('reads no more than itself from %s', async (_, stored, expected) => {
    localStorage.setItem('privacy-chat', stored);
    await jest.isolateModulesAsync(async () => (await import('./preferences')).setPreferences({}));
    expect(JSON.parse(localStorage.getItem('privacy-chat')!)).toEqual({
      language: 'en',
      theme: 'system',
      ...expected,
    });
  });
});

describe('the choices of a user', () => {
  it('are stored for the user, and deleted when another user logs in', () => {
    act(() => openWishes('anna'));
    act(() => setWishes({ model: 'large', kinds: ['Names'] }));
    expect(chosen()[1]).toEqual({ model: 'large', kinds: ['Names'] });
    act(() => openWishes('anna'));
    expect(chosen()[1]).toEqual({ model: 'large', kinds: ['Names'] });
    act(() => openWishes('hans'));
    expect(chosen()[1]).toEqual({});
    expect(JSON.stringify({ ...localStorage })).not.toContain('large');
  });

  it('are not stored without a login', () => {
    act(() => setWishes({ model: 'large' }));
    expect(JSON.stringify({ ...localStorage })).not.toContain('large');
  });

  it('are deleted by a logout, and the appearance stays', () => {
    act(() => setPreferences({ theme: 'dark' }));
    act(() => openWishes('anna'));
    act(() => setWishes({ textLanguage: 'de' }));
    act(() => openWishes(undefined));
    expect(chosen()).toEqual([expect.objectContaining({ theme: 'dark' }), {}]);
    expect(Object.keys(localStorage)).toEqual(['privacy-chat']);
  });
});
