import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { familyOf } from '../../privacy/kinds';
import { partsOf } from '../../privacy/parts';
import type { Finding } from './use-preview';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  findings: readonly Finding[];
  onChange: (value: string) => void;
  onSubmit: () => void;
  onSelect: (selected: string) => void;
}

/** A text area over its own text with colours behind what will be hidden. */
export function HighlightedInput({
  label,
  placeholder,
  value,
  findings,
  onChange,
  onSubmit,
  onSelect,
}: Props) {
  const backdrop = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <div className="highlighted">
      <div className="highlighted-back" ref={backdrop} aria-hidden="true">
        {partsOf(value, findings).map(({ text, span }, index): ReactNode =>
          span ? (
            <span
              key={index}
              className={`behind ${familyOf(span.kind)}${span.mode === 'block' ? ' blocked' : ''}`}
            >
              {text}
            </span>
          ) : (
            text
          ),
        )}
        {'\n'}
      </div>
      <textarea
        aria-label={label}
        placeholder={placeholder}
        value={value}
        rows={1}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => (backdrop.current!.scrollTop = currentTarget.scrollTop)}
        onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) =>
          onSelect(value.slice(selectionStart, selectionEnd).trim())
        }
      />
    </div>
  );
}
