import { setPreferences, usePreferences, type Language, type Theme } from '../preferences';
import { useTexts } from '../texts';

const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
];

/** The choice of language and theme before login. */
export function Appearance() {
  const t = useTexts();
  const { language, theme } = usePreferences();
  return (
    <div className="row small">
      <select
        className="input narrow quiet"
        aria-label={t.shell.language}
        value={language}
        onChange={({ target }) => setPreferences({ language: target.value as Language })}
      >
        {LANGUAGES.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="input narrow quiet"
        aria-label={t.shell.theme}
        value={theme}
        onChange={({ target }) => setPreferences({ theme: target.value as Theme })}
      >
        {(['system', 'light', 'dark'] as const).map((theme) => (
          <option key={theme} value={theme}>
            {t.shell.themes[theme]}
          </option>
        ))}
      </select>
    </div>
  );
}
