import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { useTexts } from '../texts';
import { familyOf, type Kind } from './kinds';

interface Props {
  kind: Kind;
  children: string;
  /** What the other side of it is called, such as "stands for". */
  relation: string;
  /** The other side: the original of a replacement. Undefined where it is kept from everybody. */
  other?: string | undefined;
}

/** A highlighted value: pointing at it, or coming to it by keyboard, shows what stands behind it. */
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
