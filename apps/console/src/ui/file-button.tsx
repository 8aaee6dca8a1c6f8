import { useRef } from 'react';
import { Button, IconButton } from './button';
import type { IconName } from './icon';

interface Props {
  label: string;
  icon: IconName;
  /** Types of files, as of the element `input`. */
  accept: string;
  multiple?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** Whether the button shows its icon alone. */
  iconOnly?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that lets the user choose files. The same file can be chosen again. */
export function FileButton({ label, icon, accept, multiple, busy, disabled, iconOnly, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const open = () => input.current?.click();
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      {iconOnly ? (
        <IconButton icon={icon} size="small" label={label} disabled={disabled} onClick={open} />
      ) : (
        <Button icon={icon} busy={busy} disabled={disabled} onClick={open}>
          {label}
        </Button>
      )}
    </>
  );
}
