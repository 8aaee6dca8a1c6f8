import { Suspense, useState } from 'react';
import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { loadPart } from '../../ui/load-part';
import { FailureNotice } from '../../ui/notice';
import { FileRow, UploadProgress } from '../../upload/file-row';
import type { Attachment } from '../work/work';
import { useDocumentFindings } from './use-document-findings';

const DocumentDrawer = loadPart(async () => (await import('./document-drawer')).DocumentDrawer);

interface Props {
  attachment: Attachment;
  /** Kinds to hide; undefined: all that `All` includes. */
  chosen: readonly string[] | undefined;
  onRemove: () => void;
}

/** The document of the next prompt: first its upload, then its detected values. */
export function AttachmentView({ attachment, chosen, onRemove }: Props) {
  const t = useTexts();
  const { name, progress, id, failure } = attachment;
  return (
    <div className="attachment">
      <FileRow name={name} onRemove={onRemove}>
        <span className="muted small" role="status">
          {id ? t.chat.attached : !failure && t.chat.uploading}
        </span>
      </FileRow>
      {!id && !failure && <UploadProgress fraction={progress} />}
      {id && <Found doc={id} name={name} chosen={chosen} />}
      <FailureNotice error={failure} />
    </div>
  );
}

interface FoundProps {
  doc: string;
  name: string;
  chosen: readonly string[] | undefined;
}

function Found({ doc, name, chosen }: FoundProps) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useDocumentFindings(doc, chosen);
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <p className="row muted small" role="status">
        <span className="spinner" aria-hidden="true" /> {t.documents.searching}
      </p>
    );
  const clear = data.values.filter(({ isClear }) => isClear).length;
  const hidden = data.values.length - clear;
  return (
    <div className="row small">
      <span role="status" className="grow">
        {data.values.length === 0 && t.documents.nothing}
        {hidden > 0 && t.documents.found(hidden)}
        {clear > 0 && <strong className="in-clear"> {t.documents.inClear(clear)}</strong>}
      </span>
      <Button size="small" icon="eye" onClick={() => setOpen(true)}>
        {t.documents.show}
      </Button>
      {open && (
        <Suspense>
          <DocumentDrawer name={name} findings={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
