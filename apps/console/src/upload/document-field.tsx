import { useRef, type DragEvent } from 'react';
import { FILE_TYPES } from './file-types';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { FileRow, UploadProgress } from './file-row';

interface Props {
  file: File | undefined;
  /** The uploaded fraction, from 0 to 1. */
  progress: number | undefined;
  onFile: (file: File | undefined) => void;
  accept?: string;
  label?: string;
}

/** A field for a file that the user chooses or drops. */
export function DocumentField({ file, progress, onFile, accept = FILE_TYPES, label }: Props) {
  const t = useTexts();
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
        <FileRow name={file.name} size={file.size} onRemove={() => onFile(undefined)} />
      ) : (
        <div className="row">
          <Button size="small" icon="upload" onClick={() => input.current?.click()}>
            {label ?? t.anonymize.document}
          </Button>
          <span className="muted small">{t.anonymize.drop}</span>
        </div>
      )}
      {progress !== undefined && <UploadProgress fraction={progress} />}
    </div>
  );
}
