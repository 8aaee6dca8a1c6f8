import { toFailure } from '../../api/failure';
import { upload } from './upload';
import { changeAttachment, changeWork, newWorkId, type Attachment } from './work';

/** Uploads a file for the next prompt of a conversation, replacing the previous one. */
export async function attach(key: string, file: File): Promise<void> {
  const attachment: Attachment = { upload: newWorkId(), name: file.name, progress: 0 };
  changeWork(key, { attachment });
  try {
    const id = await upload(file, (progress) => changeAttachment(key, { ...attachment, progress }));
    changeAttachment(key, { ...attachment, progress: 1, id });
  } catch (thrown) {
    changeAttachment(key, { ...attachment, failure: toFailure(thrown) });
  }
}
