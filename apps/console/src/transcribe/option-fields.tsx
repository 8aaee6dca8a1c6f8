import { HidingFields, type useHiding } from '../anonymize/hiding-fields';
import type { useCapabilities } from '../capabilities';
import { useTexts } from '../texts';
import { Check, SelectField, TextField } from '../ui/field';
import { SPEAKER_CHOICES, type Options } from './options';

interface Props {
  options: Options;
  /** The language that is assumed unless another one is chosen */
  lang: string;
  /** What the speech engine offers; undefined until it is known */
  offer: NonNullable<ReturnType<typeof useCapabilities>>['speech'] | undefined;
  hiding: ReturnType<typeof useHiding>;
  onChange: (change: Partial<Options>) => void;
}

/** The fields for the language, the speakers, and what is hidden. */
export function OptionFields({ options, lang, offer, hiding, onChange }: Props) {
  const t = useTexts();
  const { speakers, hides, bleeps, words, vocabulary } = options;
  const languages = Object.entries(t.languages);
  return (
    <>
      <div className="columns">
        <SelectField
          label={t.transcribe.language}
          value={lang}
          options={offer?.auto ? [['auto', t.transcribe.auto], ...languages] : languages}
          onChange={(chosen) => onChange({ lang: chosen })}
        />
        <SelectField
          label={t.transcribe.speakers}
          hint={speakers === 'true' ? t.transcribe.numberHint : undefined}
          value={speakers}
          options={SPEAKER_CHOICES.map((choice) => [choice, t.transcribe.speakerChoice(choice)])}
          onChange={(chosen) => onChange({ speakers: chosen })}
        />
      </div>
      <Check label={t.transcribe.hide} checked={hides} onChange={(hides) => onChange({ hides })} />
      {hides && <HidingFields hiding={hiding} />}
      {hides && offer?.words && (
        <Check label={t.transcribe.mute} checked={bleeps} onChange={(bleeps) => onChange({ bleeps })} />
      )}
      {(offer?.words || offer?.vocabulary) && (
        <details className="card">
          <summary>{t.transcribe.more}</summary>
          <div className="stack">
            {offer.words && (
              <Check label={t.transcribe.words} checked={words} onChange={(words) => onChange({ words })} />
            )}
            {offer.vocabulary && (
              <TextField
                label={t.transcribe.vocabulary}
                hint={t.transcribe.vocabularyHint}
                value={vocabulary}
                maxLength={1000}
                onChange={(vocabulary) => onChange({ vocabulary })}
              />
            )}
          </div>
        </details>
      )}
    </>
  );
}
