import { Injectable } from '@nestjs/common';
import { namedChoices, parseLanguage, type ReplacementStyle } from '@app/anonymization';
import { checkRestorable, readChoices } from '@app/anonymization-jobs';
import { CaseTables } from '@app/cases';
import { invalid, type Owner } from '@app/common';
import { formatOf, type Droppable } from '@app/file-formats';
import {
  AcceptJob,
  Arrivals,
  Idempotency,
  ResultAddress,
  type Acceptance,
  type IdempotentRequest,
  type ReceivedUpload,
  type ResultAddressRequest,
} from '@app/jobs';
import { acceptRules, CurrentPolicies } from '@app/policy';
import { unknownFormat } from '../hide-file-texts';
import type { FileJobInput } from './file-runner';

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
    private readonly policies: CurrentPolicies,
    private readonly cases: CaseTables,
    private readonly address: ResultAddress,
    private readonly idempotency: Idempotency,
    private readonly accept: AcceptJob,
    private readonly arrivals: Arrivals,
  ) {}

  /**
   * If it throws, the caller discards the upload.
   *
   * @throws AppError that names the invalid field and what is expected
   */
  async execute(request: FileJobRequest): Promise<Acceptance> {
    const acceptance = await this.acceptOnce(request);
    if (acceptance.replayed) await this.arrivals.discard(request.upload.jobId);
    return acceptance;
  }

  private async acceptOnce(request: FileJobRequest): Promise<Acceptance> {
    const { owner, upload, fileName, lang, drop = [], caseId, restorable = false } = request;
    if (!formatOf(fileName)) throw unknownFormat();
    if (upload.bytes === 0) throw invalid('file', 'must not be empty');
    const choices = request.choices && readChoices(request.choices);
    const language = lang === undefined ? undefined : parseLanguage(lang);
    checkRestorable(restorable, caseId);
    const webhookUrl = this.address.read(request);
    const idempotent = this.idempotentRequest(request, webhookUrl);
    const earlier = idempotent && (await this.idempotency.find(idempotent));
    if (earlier) return { jobId: earlier, replayed: true };
    const policy = await this.policies.of(owner.organizationId);
    acceptRules(policy.rulesFor(), { named: namedChoices(request.choices ?? []) });
    const style = await this.styleOf(request);
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
    return this.accept.execute({
      stored: { id: upload.jobId, claim: (tx) => this.arrivals.claim(tx, upload.jobId) },
      owner,
      type: TYPE,
      input,
      webhookUrl,
      policyVersion: policy.version,
      ...(idempotent && { idempotent }),
    });
  }

  /** @throws AppError `bad_request` unless the owner may use the case; `style_conflict` */
  private async styleOf({ owner, style, caseId }: FileJobRequest): Promise<ReplacementStyle> {
    if (caseId === undefined) return style ?? 'placeholders';
    return this.cases.check(owner, { caseId, ...(style && { style }) });
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
