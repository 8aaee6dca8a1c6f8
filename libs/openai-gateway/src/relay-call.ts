import { Injectable } from '@nestjs/common';
import type { Caller } from '@app/common';
import type { TokenUsage, OpenAiObject } from '@app/llm';
import { AcceptCall, protectionOf, withImages } from '@app/policy';
import { PrivateModel, type RestoringParts } from '@app/private-model';
import type { BodyForm } from './forms/body-form';
import { HideBody, type GatewayInput } from './hide-body';
import type { JsonObject } from './json';
import { largestAnswer } from './largest-answer';
import type { Restoring } from './restore-answer';

/** What differs between the kinds of model calls, from body to answer. */
export interface CallForm {
  body: BodyForm;
  /** Returns the limits that a body sets for the tokens of an answer, and the number of answers it asks for. */
  bounds(body: OpenAiObject): { tokens: readonly unknown[]; answers: unknown };
  /** Returns the model's text in a part of its answer, and the usage that the server reports. */
  readPart(part: OpenAiObject): { text: string; usage: TokenUsage | undefined };
  /** @param given the caller's own body */
  restoring(restoring: Restoring, given: JsonObject): RestoringParts<OpenAiObject, OpenAiObject>;
}

/**
 * Returns the form of one call.
 *
 * @param protection names the model and what is hidden from it: what is bound to it is valid for calls with the same alone
 */
export type FormOf = (protection: string) => CallForm;

/** Calls the model. A whole answer is one part. */
export type Ask = (body: OpenAiObject, signal: AbortSignal) => AsyncIterable<OpenAiObject>;

/** Runs one call through the gateway: hides, calls the model, restores. Stores only the call's cost. */
@Injectable()
export class RelayCall {
  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly hideBody: HideBody,
    private readonly privateModel: PrivateModel,
  ) {}

  /**
   * @param comesAtOnce whether the answer is one part
   * @returns the restored answer, in the parts in which it arrives
   */
  async *execute(
    owner: Caller,
    input: GatewayInput,
    formOf: FormOf,
    ask: Ask,
    signal: AbortSignal,
    comesAtOnce = false,
  ): AsyncGenerator<OpenAiObject, void, void> {
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
    const form = formOf(JSON.stringify([model.id, policy.version, rules.modes, [...choices].sort()]));
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
        ask: (signal) => ask(body, signal),
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

  /** Like `execute`, for a model that answers in one part. */
  async whole(
    owner: Caller,
    input: GatewayInput,
    formOf: FormOf,
    ask: (body: OpenAiObject, signal: AbortSignal) => Promise<OpenAiObject>,
    signal: AbortSignal,
  ): Promise<OpenAiObject> {
    const asOnePart: Ask = async function* (body, signal) {
      yield await ask(body, signal);
    };
    let whole: OpenAiObject = {};
    for await (const part of this.execute(owner, input, formOf, asOnePart, signal, true)) whole = part;
    return whole;
  }
}
