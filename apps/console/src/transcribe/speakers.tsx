import { useTexts } from '../texts';
import { TextField } from '../ui/field';

interface Props {
  speakers: readonly string[];
  /** The names that the user gave, by speaker */
  names: Readonly<Record<string, string>>;
  /** The names that speakers say of themselves */
  suggested: Readonly<Record<string, string>>;
  /** Whether personal data is hidden in the transcript now */
  isHidden: boolean;
  onName: (speaker: string, name: string) => void;
}

/** The names of the speakers, which the user can change. They do not leave the browser. */
export function Speakers({ speakers, names, suggested, isHidden, onName }: Props) {
  const t = useTexts();
  return (
    <details className="card" open>
      <summary>{t.transcribe.speakers}</summary>
      <div className="stack-small">
        <p className="muted small">
          {isHidden ? t.transcribe.speakersHiddenHint : t.transcribe.speakersHint}
        </p>
        <div className="speakers">
          {speakers.map((id) => (
            <TextField
              key={id}
              label={t.transcribe.speaker(id.slice(1))}
              value={names[id] ?? suggested[id] ?? ''}
              maxLength={100}
              onChange={(name) => onName(id, name)}
            />
          ))}
        </div>
      </div>
    </details>
  );
}
