import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { useTexts } from '../texts';
import { familyOf, type Kind } from './kinds';

interface Props {
  kind: Kind;
  children: string;
  /** The relation to the other value, such as "stands for". */
  relation: string;
  /** The other value, such as the original of a replacement; undefined if the policy removed it. */
  other?: string | undefined;
}

/** A highlighted value. Hovering or focusing it shows the other value. */
export function Mark({ kind, children, relation, other }: Props) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const mark = useRef<HTMLElement>(null);
  const meaning = other ?? t.privacy.removed;
  return (
    <>
      <mark
        ref={mark}
        className={`mark ${familyOf(kind)}`}
        role="button"
        tabIndex={0}
        aria-label={`${children}: ${t.kinds[kind]}, ${relation} ${meaning}`}
        onPointerEnter={() => setOpen(true)}
        onPointerLeave={() => setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      >
        {children}
      </mark>
      {open && (
        <Popover.Root open onOpenChange={setOpen}>
          <Popover.Anchor virtualRef={mark as React.RefObject<HTMLElement>} />
          <Popover.Portal>
            <Popover.Content
              className="mark-note"
              aria-label={t.kinds[kind]}
              side="top"
              sideOffset={6}
              collisionPadding={8}
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
            >
              <span className="mark-note-kind">{t.kinds[kind]}</span>
              <span>
                {relation} <strong>{meaning}</strong>
              </span>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </>
  );
}
