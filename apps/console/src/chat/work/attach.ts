import { toFailure } from '../../api/failure';
import { upload } from '../../upload/upload';
import { changeAttachment, changeWork, MOST_ATTACHED, newWorkId, workOf, type Attachment } from './work';

/** Uploads files for the next prompt of a conversation, beside its other documents. */
export async function attach(key: string, files: Iterable<File>): Promise<void> {
  const { attachments } = workOf(key);
  const added = [...files].slice(0, MOST_ATTACHED - attachments.length).map((file) => ({
    file,
    attachment: { upload: newWorkId(), name: file.name, progress: 0 },
  }));
  changeWork(key, { attachments: [...attachments, ...added.map(({ attachment }) => attachment)] });
  await Promise.all(added.map(({ file, attachment }) => send(key, file, attachment)));
}

async function send(key: string, file: File, attachment: Attachment): Promise<void> {
  try {
    const id = await upload(file, (progress) => changeAttachment(key, { ...attachment, progress }));
    changeAttachment(key, { ...attachment, progress: 1, id });
  } catch (thrown) {
    changeAttachment(key, { ...attachment, failure: toFailure(thrown) });
  }
}
