import { setWishes, usePreferences, useWishes } from '../preferences';
import { useTexts } from '../texts';
import { SelectField } from '../ui/field';

export const TEXT_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const;

/** Returns the language of the texts, as requests name it. */
export function useTextLanguage(): string {
  const { textLanguage } = useWishes();
  const { language } = usePreferences();
  return textLanguage ?? language;
}

export function TextLanguage() {
  const t = useTexts();
  const value = useTextLanguage();
  return (
    <SelectField
      label={t.privacy.textLanguage}
      value={value}
      options={TEXT_LANGUAGES.map((code) => [code as string, t.languages[code]] as const)}
      onChange={(textLanguage) => setWishes({ textLanguage })}
    />
  );
}
