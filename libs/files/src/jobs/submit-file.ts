import { Injectable } from '@nestjs/common';
import { type ReplacementStyle } from '@app/anonymization';
import { checkRestorable, HidingOfJob, readChoices } from '@app/anonymization-jobs';
import type { Owner } from '@app/common';
import { formatOf, type Droppable } from '@app/file-formats';
import { AcceptUpload, checkNotEmpty, type ReceivedUpload } from '@app/job-files';
import { ResultAddress, type Acceptance, type IdempotentRequest, type ResultAddressRequest } from '@app/jobs';
import { unknownFormat } from '../hide-file-texts';
import type { FileJobInput } from './file-runner';
import { namedLanguage } from '../named-language';

export interface FileJobRequest extends ResultAddressRequest {
  owner: Owner;
  upload: ReceivedUpload;
  fileName: string;
  /** If absent, it is guessed */
  lang?: string;
  /** If absent, the default of the organization's policy */
  choices?: readonly string[];
  /** If absent, that of the case, or placeholders */
  style?: ReplacementStyle;
  drop?: readonly Droppable[];
  caseId?: string;
  /** Whether the owner can restore the result while it is stored. Not in a case, which restores it itself */
  restorable?: boolean;
  idempotencyKey?: string;
}

const TYPE = 'file_anonymization';

/** Accepts a received file for anonymization. The result is delivered to the webhook or stored for polling. */
@Injectable()
export class SubmitFile {
  constructor(
    private readonly hiding: HidingOfJob,
    private readonly address: ResultAddress,
    private readonly uploads: AcceptUpload,
  ) {}

  /**
   * If it throws, the caller discards the upload.
   *
   * @throws AppError that names the invalid field and what is expected
   */
  async execute(request: FileJobRequest): Promise<Acceptance> {
    const { owner, upload, fileName, lang, drop = [], caseId, restorable = false } = request;
    if (!formatOf(fileName)) throw unknownFormat();
    checkNotEmpty(upload);
    const choices = request.choices && readChoices(request.choices);
    const language = namedLanguage(lang);
    checkRestorable(restorable, caseId);
    const webhookUrl = this.address.read(request);
    const idempotent = this.idempotentRequest(request, webhookUrl);
    const earlier = await this.uploads.replay(upload, idempotent);
    if (earlier) return earlier;
    const { policy, style } = await this.hiding.accept(request);
    await this.address.check(request);
    const input: FileJobInput = {
      fileName,
      choices: choices ?? [...policy.defaultKinds],
      style,
      drop: [...drop],
      ...(language && { language }),
      ...(caseId !== undefined && { caseId }),
      ...(restorable && { restorable }),
    };
    return this.uploads.execute(upload, {
      owner,
      type: TYPE,
      input,
      webhookUrl,
      policyVersion: policy.version,
      ...(idempotent && { idempotent }),
    });
  }

  private idempotentRequest(
    { owner, upload, fileName, idempotencyKey, ...request }: FileJobRequest,
    webhookUrl: string,
  ): IdempotentRequest | undefined {
    if (idempotencyKey === undefined) return undefined;
    const { lang, choices, style, drop, caseId, restorable = false } = request;
    const options = { lang, choices, style, drop, caseId, restorable };
    return { owner, type: TYPE, key: idempotencyKey, fields: [upload.digest, fileName, webhookUrl, options] };
  }
}
