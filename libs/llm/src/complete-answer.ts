import { newId, type Clock } from '@app/common';
import { MAX_CALLS, refuseMore } from './answer-bounds';
import type { OpenAiObject } from './language-model';

/**
 * Returns an answer with what clients rely on and small servers leave out: identity, indexes, roles, reasons.
 *
 * @param most choices that it may hold
 * @throws AppError `provider_failed` if it holds more, or too many tool calls
 */
export function completeAnswer(answer: OpenAiObject, head: OpenAiObject, most: number): OpenAiObject {
  refuseMore((answer.choices as OpenAiObject[]).length, most);
  let called = 0;
  const choices = (answer.choices as OpenAiObject[]).map((choice, index) => {
    const { tool_calls: given, ...message } = isRecord(choice.message) ? choice.message : {};
    const calls = readCalls(given).map(whole);
    called += calls.length;
    refuseMore(called, MAX_CALLS);
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

/** A tool call of an answer, or a piece of one, in OpenAI's form. */
export interface RelayedCall {
  index?: number;
  id?: string;
  type?: string;
  function: { name?: string; arguments?: string };
}

/** The tool calls of a message or delta that can be read as such; small servers write arguments as objects. */
export function readCalls(value: unknown): RelayedCall[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((call: unknown): RelayedCall[] => {
    if (!isRecord(call) || !isRecord(call.function)) return [];
    const { name, arguments: written, ...others } = call.function;
    const { index, id, type, ...fields } = call;
    const called = {
      ...others,
      ...(typeof name === 'string' && { name }),
      ...(written !== undefined && written !== null && { arguments: textOf(written) }),
    };
    return [
      {
        ...fields,
        ...(Number.isSafeInteger(index) && { index: index as number }),
        ...(typeof id === 'string' && id !== '' && { id }),
        ...(typeof type === 'string' && { type }),
        function: called,
      },
    ];
  });
}

/** Why an answer ended, where the server does not say. */
export const reasonFor = (hasCalls: boolean): string => (hasCalls ? 'tool_calls' : 'stop');

export const isRecord = (value: unknown): value is OpenAiObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (written: unknown): string =>
  typeof written === 'string' ? written : JSON.stringify(written);
