import { createSecretKey } from 'node:crypto';
import type { EndedCall, EndedCallsStore, PlannedCall, Spending } from '@app/budgets';
import { newId } from '@app/common';
import { KeyRing } from '@app/crypto';
import type { LanguageModel, DialectObject } from '@app/llm';
import { AcceptCall, type CurrentPolicies } from '@app/policy';
import { PrivateModel } from '@app/private-model';
import type { GatewayInput } from '../src/hide-body';
import type { JsonObject } from '../src/json';
import { RelayCall } from '../src/relay-call';
import { hiderOf } from './hiding';

/** The name that the gateway of these calls finds. */
export const NAME = 'Hans Müller';
export const owner = { userId: newId(), organizationId: newId(), groups: [] };
const keyRing = new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]);

/**
 * Returns a gateway before a model that answers with these parts, or with the first one as a whole. Records what is sent,
 * counted and reserved.
 */
export function gatewayBefore(parts: readonly DialectObject[], policies: CurrentPolicies) {
  const sent: DialectObject[] = [];
  const counted: EndedCall[] = [];
  const largest: number[] = [];
  const model: Partial<LanguageModel> = {
    models: async () => [{ id: 'm', promptTokens: 1_000, answerTokens: 100, internal: true, images: true }],
    relay: async (_, body) => {
      sent.push(body);
      return parts[0]!;
    },
    relayStream: async function* (_, body) {
      sent.push(body);
      yield* parts;
    },
  };
  const spending = {
    reserve: async (_: unknown, { completionTokens }: PlannedCall) => void largest.push(completionTokens),
    settle: async () => undefined,
  };
  const calls = { record: async (call: EndedCall) => void counted.push(call) };
  const relayCall = new RelayCall(
    new AcceptCall(policies, model as LanguageModel),
    hiderOf([NAME]),
    new PrivateModel(calls as EndedCallsStore, spending as unknown as Spending),
    model as LanguageModel,
    keyRing,
  );
  return { relayCall, sent, counted, largest };
}

/** Returns a call in which names are hidden. */
export const inputOf = (body: JsonObject): GatewayInput => ({
  body: { model: 'm', ...body },
  choices: ['Names'],
  style: 'placeholders',
  onDropped: () => undefined,
});
