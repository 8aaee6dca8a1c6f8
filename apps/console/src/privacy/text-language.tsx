import { setWishes, usePreferences, useWishes } from '../preferences';
import { useTexts } from '../texts';
import { SelectField } from '../ui/field';

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
      options={Object.entries(t.languages)}
      onChange={(textLanguage) => setWishes({ textLanguage })}
    />
  );
}
