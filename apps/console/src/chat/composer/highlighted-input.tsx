import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { familyOf } from '../../privacy/kinds';
import { partsOf } from '../../privacy/parts';
import type { Finding } from './use-preview';

interface Props {
  input: RefObject<HTMLTextAreaElement | null>;
  id: string;
  label: string;
  placeholder: string;
  value: string;
  findings: readonly Finding[];
  onChange: (value: string) => void;
  onSubmit: () => void;
  /** Puts the last prompt into the empty text area. */
  onRecall: (() => void) | undefined;
  onSelect: (selected: string) => void;
}

/** A text area that colors the values that will be hidden, and frames detected values that will not. */
export function HighlightedInput({
  input,
  id,
  label,
  placeholder,
  value,
  findings,
  onChange,
  onSubmit,
  onRecall,
  onSelect,
}: Props) {
  const backdrop = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && value === '' && onRecall) {
      event.preventDefault();
      onRecall();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    // Keyboards on a touch screen have no way to enter a line feed but Enter.
    if (matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <div className="highlighted">
      <div className="highlighted-back" ref={backdrop} aria-hidden="true">
        {partsOf(value, findings).map(({ text, span }, index): ReactNode =>
          span ? (
            <span key={index} className={lookOf(span)}>
              {text}
            </span>
          ) : (
            text
          ),
        )}
        {'\n'}
      </div>
      <textarea
        ref={input}
        id={id}
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

const lookOf = ({ kind, mode, isClear }: Finding): string =>
  isClear ? 'behind clear' : `behind ${familyOf(kind)}${mode === 'block' ? ' blocked' : ''}`;
