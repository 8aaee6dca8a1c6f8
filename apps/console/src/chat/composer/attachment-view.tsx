import { useTexts } from '../../texts';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { FailureNotice } from '../../ui/notice';
import type { Attachment } from './use-attachment';

/** The document that goes with the next prompt, or how far its upload has come. */
export function AttachmentView({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const t = useTexts();
  const { name, progress, id, failure } = attachment;
  return (
    <div className="attachment">
      <div className="row">
        <Icon name="attach" />
        <span className="grow">{name}</span>
        <span className="muted small" role="status">
          {id ? t.chat.attached : !failure && t.chat.uploading}
        </span>
        <IconButton icon="close" size="small" label={t.chat.detach(name)} onClick={onRemove} />
      </div>
      {!id && !failure && (
        <progress value={progress < 1 ? progress : undefined} aria-label={t.chat.uploading} />
      )}
      <FailureNotice error={failure} />
    </div>
  );
}
