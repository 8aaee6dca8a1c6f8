import { useRef, type DragEvent } from 'react';
import { DOCUMENT_TYPES } from '../chat/work/upload';
import { useFormats, useTexts } from '../texts';
import { Button, IconButton } from '../ui/button';
import { Icon } from '../ui/icon';

interface Props {
  file: File | undefined;
  /** The uploaded fraction, from 0 to 1. */
  progress: number | undefined;
  onFile: (file: File | undefined) => void;
  accept?: string;
  label?: string;
}

/** A field for a file that the user chooses or drops. */
export function DocumentField({ file, progress, onFile, accept = DOCUMENT_TYPES, label }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) onFile(event.dataTransfer.files[0]);
  };
  return (
    <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label ?? t.anonymize.document}
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      {file ? (
        <div className="row">
          <Icon name="attach" />
          <span className="grow">
            {file.name} <span className="muted small">{formats.fileSize(file.size)}</span>
          </span>
          <IconButton
            icon="close"
            size="small"
            label={t.chat.detach(file.name)}
            onClick={() => onFile(undefined)}
          />
        </div>
      ) : (
        <div className="row">
          <Button size="small" icon="upload" onClick={() => input.current?.click()}>
            {label ?? t.anonymize.document}
          </Button>
          <span className="muted small">{t.anonymize.drop}</span>
        </div>
      )}
      {progress !== undefined && (
        <progress value={progress < 1 ? progress : undefined} aria-label={t.chat.uploading} />
      )}
    </div>
  );
}
