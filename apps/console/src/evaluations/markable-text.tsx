import { useRef } from 'react';
import { familyOf } from '../privacy/kinds';
import { partsOf } from '../privacy/parts';
import { trimmed, type Range } from './marks';
import type { Mark } from './use-evaluations';

interface Props {
  label: string;
  text: string;
  marks: readonly Mark[];
  /** Called with what the user has selected, without the white space around it. */
  onSelect: (range: Range | undefined) => void;
}

const refuse = (event: Event) => event.preventDefault();

/**
 * Lets the text area refuse each change. Browsers let users select with the keyboard only in a text area that is not
 * `readonly`.
 */
function refuseInput(area: HTMLTextAreaElement | null): (() => void) | undefined {
  area?.addEventListener('beforeinput', refuse);
  return () => area?.removeEventListener('beforeinput', refuse);
}

/** A text with colored values, in which the user can select with the mouse and the keyboard. */
export function MarkableText({ label, text, marks, onSelect }: Props) {
  const backdrop = useRef<HTMLDivElement>(null);
  return (
    <div className="highlighted card">
      <div className="highlighted-back" ref={backdrop} aria-hidden="true">
        {partsOf(text, marks).map(({ text: part, span }, index) =>
          span ? (
            <span key={index} className={`behind ${familyOf(span.kind)}`}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
        {'\n'}
      </div>
      <textarea
        ref={refuseInput}
        aria-label={label}
        aria-readonly
        // No keyboard on a touch screen.
        inputMode="none"
        spellCheck={false}
        value={text}
        onChange={() => undefined}
        onScroll={({ currentTarget }) => (backdrop.current!.scrollTop = currentTarget.scrollTop)}
        onSelect={({ currentTarget: { selectionStart: start, selectionEnd: end } }) =>
          onSelect(trimmed(text, { start, end }))
        }
      />
    </div>
  );
}
