import { setWishes, usePreferences, useWishes } from '../preferences';
import { useTexts } from '../texts';
import { SelectField } from '../ui/field';
import { guessLanguage } from './guess-language';

/** Returns the language of a text without the user's choice: `auto`, or that of the page if its words show none. */
export function useAutoLanguage(text: string): string {
  const { language } = usePreferences();
  return guessLanguage(text) ? 'auto' : language;
}

/** Returns the language of a text, as requests name it: the user's choice, or else {@link useAutoLanguage}. */
export function useTextLanguage(text = ''): string {
  const { textLanguage } = useWishes();
  const auto = useAutoLanguage(text);
  return textLanguage ?? auto;
}

/** The choice of the language of texts or, without a text, of recordings. */
export function TextLanguage({ text }: { text?: string }) {
  const t = useTexts();
  const { textLanguage } = useWishes();
  const language = useTextLanguage();
  const options = useLanguageOptions(text ?? '');
  return (
    <SelectField
      label={t.privacy.textLanguage}
      value={text === undefined ? language : (textLanguage ?? '')}
      options={text === undefined ? options.slice(1) : options}
      onChange={(textLanguage) => setWishes({ textLanguage: textLanguage || undefined })}
    />
  );
}

interface ChipProps {
  text: string;
  /** The user's choice; undefined: as guessed. */
  value: string | undefined;
  onChange: (language: string | undefined) => void;
}

/** The language of one text, which the user can overrule. */
export function LanguageChip({ text, value, onChange }: ChipProps) {
  const t = useTexts();
  return (
    <select
      className="input narrow quiet"
      aria-label={t.privacy.textLanguage}
      title={t.privacy.textLanguage}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      {useLanguageOptions(text).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Returns the languages, after the choice to guess one. */
function useLanguageOptions(text: string): readonly (readonly [code: string, name: string])[] {
  const t = useTexts();
  const { language } = usePreferences();
  const guessed = (guessLanguage(text) ?? language) as keyof typeof t.languages;
  return [['', t.privacy.guessed(t.languages[guessed])], ...Object.entries(t.languages)];
}
