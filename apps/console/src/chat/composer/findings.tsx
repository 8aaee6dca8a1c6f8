import { useState } from 'react';
import { factsOf, familyOf } from '../../privacy/kinds';
import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import type { Finding } from './use-preview';

interface Props {
  text: string;
  /** The values of the prompt that will be hidden. */
  findings: readonly Finding[];
  kept: readonly string[];
  hidden: readonly string[];
  /** The text that the user has selected. */
  selected: string;
  onKeep: (value: string) => void;
  onHide: (value: string) => void;
  onUndo: (value: string) => void;
}

/** The values that will be hidden in the prompt. The user can keep a false match or hide a missed word. */
export function Findings({ text, findings, kept, hidden, selected, onKeep, onHide, onUndo }: Props) {
  const t = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const values = new Map(findings.map((finding) => [text.slice(finding.start, finding.end), finding]));
  const isNew =
    selected !== '' && selected.length <= 200 && !values.has(selected) && !hidden.includes(selected);
  const own = hidden.filter((value) => !values.has(value));
  const count = values.size + kept.length + own.length;
  if (count === 0 && !isNew) return null;
  return (
    <div className={isOpen ? 'findings open' : 'findings'} role="group" aria-label={t.chat.preview}>
      {count > 0 && (
        <Button
          look="ghost"
          size="small"
          icon="down"
          className="findings-count"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t.chat.values(count)}
        </Button>
      )}
      <span className="muted small">{t.chat.preview}</span>
      {[...values].map(([value, { kind, mode }]) => (
        <span key={value} className={`chip ${familyOf(kind)}`}>
          {mode === 'block' && <Icon name="warning" />}
          <span className="chip-text">{value}</span>
          <span className="small">
            {mode === 'asked' || mode === 'always' ? t.kinds[kind] : t.previewModes[mode]}
          </span>
          {(mode === 'asked' || mode === 'always') && factsOf(kind).mayStay && (
            <button
              type="button"
              aria-label={t.chat.leave(value)}
              title={t.chat.leave(value)}
              onClick={() => onKeep(value)}
            >
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
      {kept.map((value) => (
        <button
          key={value}
          type="button"
          className="chip kept"
          title={t.chat.undo}
          onClick={() => onUndo(value)}
        >
          <s className="chip-text">{value}</s> <span className="small">{t.protection.leavesInClear}</span>
        </button>
      ))}
      {own.map((value) => (
        <button
          key={value}
          type="button"
          className="chip term"
          title={t.chat.undo}
          onClick={() => onUndo(value)}
        >
          <span className="chip-text">{value}</span> <span className="small">{t.chat.hiddenByYou}</span>
        </button>
      ))}
      {isNew && (
        <Button
          size="small"
          icon="hide"
          className="hide-word"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onHide(selected)}
        >
          {t.chat.hide(selected.length > 24 ? `${selected.slice(0, 24)}…` : selected)}
        </Button>
      )}
    </div>
  );
}
