import { Injectable } from '@nestjs/common';
import type { Caller } from '@app/common';
import { KeyRing } from '@app/crypto';
import { LanguageModel, type Dialect, type DialectObject, type OnLost } from '@app/llm';
import { AcceptCall, protectionOf, withImages } from '@app/policy';
import { PrivateModel } from '@app/private-model';
import { CALL_FORMS } from './forms/call-forms';
import { HideBody, type GatewayInput } from './hide-body';
import type { JsonObject } from './json';
import { largestAnswer } from './largest-answer';
import { Thoughts } from './thoughts';

/** Calls the model. A whole answer is one part. */
type Ask = (body: JsonObject, signal: AbortSignal, onLost: OnLost) => AsyncIterable<DialectObject>;

/** Runs one call through the gateway, in any dialect: hides, calls the model, restores. Stores only the call's cost. */
@Injectable()
export class RelayCall {
  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly hideBody: HideBody,
    private readonly privateModel: PrivateModel,
    private readonly model: LanguageModel,
    private readonly keyRing: KeyRing,
  ) {}

  /** @returns the restored answer */
  async execute(
    dialect: Dialect,
    owner: Caller,
    input: GatewayInput,
    signal: AbortSignal,
  ): Promise<DialectObject> {
    const { model } = this;
    const asOnePart: Ask = async function* (body, signal, onLost) {
      yield await model.relay(dialect, body, signal, onLost);
    };
    let whole: DialectObject = {};
    for await (const part of this.run(dialect, owner, input, asOnePart, signal, true)) whole = part;
    return whole;
  }

  /** Like `execute`, but yields the dialect's chunks or events and restores each as it arrives. */
  stream(
    dialect: Dialect,
    owner: Caller,
    input: GatewayInput,
    signal: AbortSignal,
  ): AsyncGenerator<DialectObject, void, void> {
    const ask: Ask = (body, signal, onLost) => this.model.relayStream(dialect, body, signal, onLost);
    return this.run(dialect, owner, input, ask, signal);
  }

  /** @param comesAtOnce whether the answer is one part */
  private async *run(
    dialect: Dialect,
    owner: Caller,
    input: GatewayInput,
    ask: Ask,
    signal: AbortSignal,
    comesAtOnce = false,
  ): AsyncGenerator<DialectObject, void, void> {
    const {
      rules,
      hidden: choices,
      policy,
      model,
    } = await this.acceptCall.execute(owner, {
      ...input,
      model: input.body.model,
    });
    const governed = {
      ...input,
      choices,
      rules,
      systemPrompt: policy.systemPrompt,
      images: model.images ? policy.imagesFor(model) : 'refused',
    };
    // A thought holds what was not hidden from the model, so it is valid for calls from which the same is hidden.
    const protectedBy = JSON.stringify([model.id, policy.version, rules.modes, [...choices].sort()]);
    const form = CALL_FORMS[dialect](new Thoughts(this.keyRing, `${owner.organizationId} ${protectedBy}`));
    const hidden = await this.hideBody.execute(owner, governed, signal, form.body);
    const { body, table, sent, json, identifiers, left, hasImages } = hidden;
    const protection = withImages(protectionOf(rules, choices, left), hasImages);
    input.onProtection?.(protection.level);
    const { tokens, answers } = form.bounds(body);
    const limit = model.promptTokens + model.answerTokens;
    const answer = yield* this.privateModel.ask(
      {
        owner,
        model: String(body.model),
        protection,
        answerTokens: largestAnswer(tokens, answers, limit),
        table,
        sent,
        comesAtOnce,
        ask: (signal, onLost) => ask(body, signal, onLost),
        read: (part) => {
          const { text, usage } = form.readPart(part);
          return { text, ...(usage && { usage }) };
        },
        restoring: (restorer) => form.restoring({ restorer, json, identifiers }, input.body),
      },
      signal,
    );
    await this.privateModel.count(answer.call);
  }
}
