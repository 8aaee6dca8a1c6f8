import type { ReactNode } from 'react';
import { useFormats, useTexts } from '../texts';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';

interface FileRowProps {
  name: string;
  /** In bytes. */
  size?: number;
  /** Shown between the name and the button. */
  children?: ReactNode;
  onRemove: () => void;
}

/** A chosen file, with a button that removes it. */
export function FileRow({ name, size, children, onRemove }: FileRowProps) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <div className="row">
      <Icon name="attach" />
      <span className="grow break">
        {name}
        {size !== undefined && <span className="muted small"> {formats.fileSize(size)}</span>}
      </span>
      {children}
      <IconButton icon="close" size="small" label={t.chat.detach(name)} onClick={onRemove} />
    </div>
  );
}

/** The uploaded fraction of a file, from 0 to 1. At 1 the service reads the file, which has no measure. */
export function UploadProgress({ fraction }: { fraction: number }) {
  const t = useTexts();
  return <progress value={fraction < 1 ? fraction : undefined} aria-label={t.chat.uploading} />;
}
