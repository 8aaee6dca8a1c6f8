import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { BlockedByPolicy, EntityTable, languageOf, IssuedTable } from '@app/anonymization';
import { AppError, Clock, readBody, type Caller } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { HideTexts } from '@app/hiding';
import { CurrentPolicies } from '@app/policy';
import { GuardedCallsStore } from './guarded-calls.store';
import { RequestTexts } from './request-texts';

/** The time for which an answer can be restored. */
const VALID_MS = 15 * 60_000;
const LONGEST_ID = 200;
const MOST_TEXTS = 20_000;

const text = z.string({ error: 'must be a text' });
const list = <T extends z.ZodType>(of: T) => {
  const error = `must be a list of at most ${MOST_TEXTS} entries`;
  return z.array(of, { error }).max(MOST_TEXTS, { error }).nullish();
};
const object = z.record(z.string(), z.unknown(), { error: 'must be an object' });
const request = z.object({
  input_type: z.enum(['request', 'response'], { error: 'must be request or response' }),
  litellm_call_id: text.max(LONGEST_ID, { error: `must have at most ${LONGEST_ID} characters` }).nullish(),
  texts: list(text),
  images: list(text),
  tools: list(object),
  structured_messages: list(object),
});
type Request = z.infer<typeof request>;

/** The answer of a guardrail, in LiteLLM's form. */
export type GuardrailAnswer =
  | { action: 'NONE' }
  | { action: 'BLOCKED'; blocked_reason: string }
  | {
      action: 'GUARDRAIL_INTERVENED';
      texts: string[];
      structured_messages?: object[];
      tools?: object[];
      /** The number of characters at the end of each text that a stream must withhold */
      stream_holdback_chars?: number[];
    };

/** A caller with the key of the call, since another key must not restore its answer. */
export interface GuardCaller extends Caller {
  keyId?: string;
}

/**
 * Hides the personal data of a call before a LiteLLM proxy sends it, and restores it in the answer. What restores the answer
 * is stored, sealed, for 15 minutes.
 */
@Injectable()
export class GuardCall {
  constructor(
    @Inject(llmConfig.KEY) private readonly config: Pick<LlmConfig, 'replacements'>,
    private readonly policies: CurrentPolicies,
    private readonly hideTexts: HideTexts,
    private readonly store: GuardedCallsStore,
    private readonly keyRing: KeyRing,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `bad_request`; `conflict`; `unavailable`: then LiteLLM must not send the call */
  async execute(caller: GuardCaller, body: unknown, signal: AbortSignal): Promise<GuardrailAnswer> {
    const asked = readBody(request, body);
    if (asked.input_type === 'response') return this.restore(caller, asked);
    try {
      return await this.hide(caller, asked, signal);
    } catch (error) {
      if (
        error instanceof BlockedByPolicy ||
        (error instanceof AppError && error.code === 'protection_required')
      )
        return { action: 'BLOCKED', blocked_reason: error.message };
      throw error;
    }
  }

  private async hide(caller: GuardCaller, asked: Request, signal: AbortSignal): Promise<GuardrailAnswer> {
    const policy = await this.policies.of(caller.organizationId);
    const rules = policy.rulesFor();
    const choices = policy.hiddenKinds(rules);
    if (asked.images?.length && policy.document.images !== 'passed')
      return { action: 'BLOCKED', blocked_reason: IMAGES };
    const given = { texts: asked.texts ?? [], messages: asked.structured_messages, tools: asked.tools };
    const texts = new RequestTexts(given);
    if (texts.hasOtherParts) return { action: 'BLOCKED', blocked_reason: OTHER_PARTS };
    const all = texts.all;
    const hashes = this.hashesOf(caller, asked);
    const known = hashes && (await this.store.find(caller, hashes));
    const before = known && (await IssuedTable.read(known.written));
    const table = before?.table ?? EntityTable.create(this.config.replacements);
    const searched = await this.hideTexts.search(
      all.map((one) => ({ text: one, ...(!texts.ofModel.has(one) && { field: 'texts' }) })),
      {
        choices,
        known: table.entities.map(({ type }) => type),
        language: languageOf(all.join('\n')),
        rules,
        owner: caller,
      },
      signal,
    );
    const hidden = await searched.hideBehind(table);
    texts.put(new Map(all.map((one, i) => [one, hidden[i]!.text])));
    const { replaced } = texts;
    if (table.entities.length > 0 && hashes) {
      const issued = await IssuedTable.of(
        table,
        hidden.map((one) => one.text),
        before,
      );
      const expiresAt = new Date(this.clock.now().getTime() + VALID_MS);
      const stored = { callHash: hashes[0], written: await issued.write(), expiresAt };
      const isStored = known
        ? await this.store.change(caller, known, stored)
        : await this.store.add(caller, stored);
      if (!isStored) throw new AppError('conflict', CONFLICT);
    }
    return { action: 'GUARDRAIL_INTERVENED', ...replaced };
  }

  private async restore(caller: GuardCaller, asked: Request): Promise<GuardrailAnswer> {
    const hashes = this.hashesOf(caller, asked);
    const known = hashes && (await this.store.find(caller, hashes));
    if (!known || known.expiresAt <= this.clock.now() || !asked.texts?.length) return { action: 'NONE' };
    const restorer = await (await IssuedTable.read(known.written)).restorer();
    const texts: string[] = [];
    const stream_holdback_chars: number[] = [];
    for (const one of asked.texts) {
      const restoring = restorer.begin();
      const [certain, rest] = [await restoring.write(one), await restoring.end()];
      texts.push(certain + rest);
      // LiteLLM counts code points.
      stream_holdback_chars.push([...rest].length);
    }
    return { action: 'GUARDRAIL_INTERVENED', texts, stream_holdback_chars };
  }

  /** Returns the hashes of a call under every main key; undefined if it has no id. */
  private hashesOf(
    { userId, keyId = '' }: GuardCaller,
    { litellm_call_id: id }: Request,
  ): [string, ...string[]] | undefined {
    return id ? this.keyRing.hashes('litellm-call', `${userId} ${keyId} ${id}`) : undefined;
  }
}

const IMAGES =
  'Images cannot be read here, and the policy of your organization does not allow to send them unread';
const OTHER_PARTS = 'Messages may contain texts and images only: other parts cannot be searched here';
const CONFLICT = 'Another request with this litellm_call_id is under way; use an id only once';
