import { newId, type Clock } from '@app/common';
import type { OpenAiObject } from './language-model';
import { isRecord, readCalls, reasonFor, type RelayedCall } from './relayed-calls';

/** An answer with what clients rely on and small servers leave out: identity, indexes, roles, reasons. */
export function completeAnswer(answer: OpenAiObject, head: OpenAiObject): OpenAiObject {
  const choices = (answer.choices as OpenAiObject[]).map((choice, index) => {
    const { tool_calls: given, ...message } = isRecord(choice.message) ? choice.message : {};
    const calls = readCalls(given).map(whole);
    return {
      ...choice,
      index: choice.index ?? index,
      message: {
        content: null,
        ...message,
        role: message.role ?? 'assistant',
        ...(calls.length > 0 && { tool_calls: calls }),
      },
      finish_reason: choice.finish_reason ?? reasonFor(calls.length > 0),
    };
  });
  return { ...head, ...said(answer), choices };
}

/** What identifies an answer and its chunks, where the server does not. */
export const headOf = (object: string, model: unknown, clock: Clock): OpenAiObject => ({
  id: `chatcmpl-${newId()}`,
  object,
  created: Math.floor(clock.now().getTime() / 1000),
  model,
});

/** The fields that hold anything: some servers write null for what they leave out. */
export const said = (body: OpenAiObject): OpenAiObject =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));

function whole(call: RelayedCall): RelayedCall {
  const { name = '', arguments: written = '{}' } = call.function;
  return {
    ...call,
    id: call.id ?? `call_${newId()}`,
    type: 'function',
    function: { ...call.function, name, arguments: written },
  };
}
