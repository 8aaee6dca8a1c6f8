import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BASIC_TYPES } from '@app/anonymization';
import { AppError, type Caller } from '@app/common';
import { BatchProviders, countMessageTokens, type BatchProvider } from '@app/llm';
import {
  BATCH_ENDPOINTS,
  HideLines,
  nameOfLine,
  readBatchLine,
  type BatchRequest,
  type HidingLines,
  type StoredLine,
} from '@app/openai-gateway';
import { AcceptCall, protectionOf, withImages, type AcceptedCall, type CallRequest } from '@app/policy';
import { EncryptedBlobs } from '@app/storage';
import {
  blobOf,
  hiddenBlobOf,
  MAX_LINE_BYTES,
  MAX_LINES,
  MAX_VALUES,
  type AskedOfBatch,
  type BatchFault,
  type HiddenBatch,
  type StoredBatch,
  type StoredFile,
} from './batch';
import { BatchesStore, keyOf } from './batches.store';
import { LongLine, numberedLines } from './bounded-lines';

/** The number of lines that are stored at once, and of their characters. */
const STEP = 100;
const STEP_CHARACTERS = 4 * 1024 ** 2;

/** The input of a batch is invalid, or the policy does not allow it. */
export class BatchRefused extends Error {
  constructor(readonly fault: BatchFault) {
    super(fault.message);
  }
}

/** A batch with hidden lines. */
export interface PreparedBatch {
  hidden: HiddenBatch;
  table: string;
  /** The most tokens that it may cost */
  promptTokens: number;
  answerTokens: number;
}

/** What the first line decides for all lines. */
interface Begun {
  model: string;
  accepted: AcceptedCall;
  provider: BatchProvider;
  lines: HidingLines;
}

/** Hides the lines of a batch one after the other, and stores them, and what restores their answers. */
@Injectable()
export class HideBatch {
  constructor(
    private readonly store: BatchesStore,
    private readonly blobs: EncryptedBlobs,
    private readonly acceptCall: AcceptCall,
    private readonly providers: BatchProviders,
    private readonly hideLines: HideLines,
  ) {}

  /**
   * @param leasedUntil returns the end of a new lease
   * @throws BatchRefused if a line is invalid; LostBatch; the signal's reason
   */
  async execute(
    batch: StoredBatch,
    input: StoredFile,
    leasedUntil: () => Date,
    signal: AbortSignal,
  ): Promise<PreparedBatch> {
    const sums = { lines: 0, left: 0, promptTokens: 0, hasImages: false };
    let begun: Begun | undefined;
    let waiting: (readonly [number, StoredLine])[] = [];
    let characters = 0;
    const store = async (): Promise<void> => {
      await this.store.addLines(batch, waiting, leasedUntil());
      waiting = [];
      characters = 0;
    };
    const content = await this.blobs.read(input.key, blobOf(input.id));
    const hideAll = async function* (this: HideBatch): AsyncGenerator<Buffer> {
      for await (const { number, line } of numberedLines(content, MAX_LINE_BYTES)) {
        signal.throwIfAborted();
        if (sums.lines === MAX_LINES) throw refusal(number, `must not have more than ${MAX_LINES} lines`);
        const request = read(batch, line, number);
        begun ??= await this.begin(batch, request, number);
        if (request.model !== begun.model)
          throw refusal(number, 'must be the model of the other lines', 'body.model');
        const hidden = await this.hide(batch, begun, request, number, signal);
        if (valuesOf(begun.lines) > MAX_VALUES)
          throw refusal(number, `must not bring more than ${MAX_VALUES} values into the batch`);
        sums.lines += 1;
        sums.left += hidden.left;
        sums.hasImages ||= hidden.hasImages;
        for (const text of hidden.stored.sent) sums.promptTokens += await countMessageTokens(text);
        waiting.push([number, hidden.stored]);
        characters += line.length;
        if (waiting.length === STEP || characters > STEP_CHARACTERS) await store();
        yield Buffer.from(`${hidden.line}\n`);
      }
      // Before the blob is complete, so that a worker that lost the batch does not replace it.
      if (waiting.length > 0) await store();
    };
    const { bytes } = await this.blobs
      .write(keyOf(batch), hiddenBlobOf(batch.id), Readable.from(hideAll.call(this)), { signal })
      .catch((error: unknown) => {
        throw asRefusal(error, sums.lines + 1);
      });
    if (!begun) throw refusal(1, 'must be a request: the file has none');
    const { accepted, provider, lines, model } = begun;
    const protection = protectionOf(accepted.rules, accepted.hidden, sums.left);
    return {
      hidden: {
        provider: provider.name,
        model,
        bytes,
        lines: sums.lines,
        protection: withImages(protection, sums.hasImages),
        hidden: lines.counts,
      },
      table: await lines.writeTable(),
      promptTokens: sums.promptTokens,
      answerTokens: lines.answerTokens,
    };
  }

  /** Decides by the first line, under the policy in force now. */
  private async begin(
    { owner, state, endpoint }: StoredBatch,
    { model }: BatchRequest,
    number: number,
  ): Promise<Begun> {
    try {
      const caller: Caller = { ...owner, ...state.caller };
      const accepted = await this.acceptCall.execute(caller, { model, ...kindsOf(endpoint, state.asked) });
      assertStorage(accepted.policy);
      const provider = await this.providers.offering(model);
      const { promptTokens, answerTokens } = accepted.model;
      const ofBatch = { upstream: provider.upstream(model), contextTokens: promptTokens + answerTokens };
      const lines = await this.hideLines.begin(endpoint, ofBatch, state.asked.style, owner);
      return { model, accepted, provider, lines };
    } catch (error) {
      throw asRefusal(error, number);
    }
  }

  private async hide(
    { state }: StoredBatch,
    { accepted: { rules, hidden: choices, policy, model }, lines }: Begun,
    request: BatchRequest,
    number: number,
    signal: AbortSignal,
  ) {
    const governed = {
      choices,
      rules,
      systemPrompt: policy.systemPrompt,
      images: policy.imagesFor(model),
      style: state.asked.style,
      onDropped: () => undefined,
    };
    try {
      return await lines.hide(request, number, governed, signal);
    } catch (error) {
      throw asRefusal(error, number);
    }
  }
}

/** @throws AppError `provider_storage_off` unless the policy allows it */
export function assertStorage({ document }: Pick<AcceptedCall['policy'], 'document'>): void {
  if (document.provider_storage) return;
  throw new AppError(
    'provider_storage_off',
    'The policy of your organization does not allow that requests are stored at a provider',
  );
}

function read({ endpoint }: StoredBatch, line: string, number: number): BatchRequest {
  try {
    return readBatchLine(line, number, endpoint);
  } catch (error) {
    throw asRefusal(error, number);
  }
}

/** The failures of a call that its caller can fix. Others are no fault of the input, and the batch is tried again. */
const FIXABLE = new Set<AppError['code']>([
  'bad_request',
  'blocked_by_policy',
  'image_unreadable',
  'model_not_found',
  'not_supported',
  'protection_required',
  'provider_storage_off',
  'server_tool_refused',
]);

/** Returns the refusal of a line, or the error itself if it is no fault of the line. */
export function asRefusal(error: unknown, line: number): unknown {
  if (error instanceof LongLine) return refusal(line, `must not have more than ${MAX_LINE_BYTES} bytes`);
  if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return refusal(line, 'must be UTF-8');
  if (!(error instanceof AppError) || !FIXABLE.has(error.code)) return error;
  const at = `${nameOfLine(line)}`;
  const message = error.message.startsWith(at) ? error.message : `${at}: ${error.message}`;
  const field = error.details.errors?.[0]?.field;
  const param = field?.startsWith(at) ? field.slice(at.length + 2) : field;
  return new BatchRefused({ code: error.code, message, line, param: param || null });
}

const refusal = (line: number, message: string, param: string | null = null): BatchRefused =>
  new BatchRefused({
    code: 'bad_request',
    message: `${nameOfLine(line)}${param === null ? '' : `: ${param}`} ${message}`,
    line,
    param,
  });

const valuesOf = ({ counts }: HidingLines): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Returns the kinds to hide. For embeddings, the organization decides, so that a value has one pseudonym in all texts. */
function kindsOf(
  endpoint: StoredBatch['endpoint'],
  { choices, named }: AskedOfBatch,
): Pick<CallRequest, 'choices' | 'named'> {
  if (BATCH_ENDPOINTS[endpoint] === 'embeddings') return { choices: BASIC_TYPES };
  return { ...(choices && { choices }), ...(named && { named }) };
}
