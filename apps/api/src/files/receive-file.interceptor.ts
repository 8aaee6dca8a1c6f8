import { Inject, Injectable } from '@nestjs/common';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import { limitOfFile, MOST_ARCHIVE_BYTES } from '@app/files';
import { ReceiveUpload } from '@app/job-files';
import { ReceiveForm } from '../jobs/receive-form.interceptor';

/** Receives a file that a job anonymizes. */
@Injectable()
export class ReceiveFile extends ReceiveForm {
  protected readonly type = 'file_anonymization';
  protected readonly maxBytes: number;

  constructor(
    @Inject(documentsConfig.KEY) private readonly limits: DocumentsConfig,
    receive: ReceiveUpload,
  ) {
    super(receive);
    this.maxBytes = Math.max(limits.maxUploadBytes, MOST_ARCHIVE_BYTES);
  }

  protected limitOf(name: string): number {
    return limitOfFile(name, this.limits);
  }
}
