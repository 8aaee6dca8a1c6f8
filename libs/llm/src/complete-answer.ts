import { newId, type Clock } from '@app/common';
import { MAX_CALLS, refuseMore } from './answer-bounds';
import type { DialectObject } from './language-model';
import { isRecord } from './openai-format';

/**
 * Returns an answer with the fields that clients rely on and small servers omit: ids, indexes, roles, finish reasons.
 *
 * @param most the limit for choices
 * @throws AppError `provider_failed` if it has more choices, or too many tool calls
 */
export function completeAnswer(answer: DialectObject, head: DialectObject, most: number): DialectObject {
  refuseMore((answer.choices as DialectObject[]).length, most);
  let called = 0;
  const choices = (answer.choices as DialectObject[]).map((choice, index) => {
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
  return { ...head, ...withValues(answer), choices };
}

/** Returns the identifying fields of an answer and its chunks, for servers that omit them. */
export const headOf = (object: string, model: unknown, clock: Clock): DialectObject => ({
  id: `chatcmpl-${newId()}`,
  object,
  created: Math.floor(clock.now().getTime() / 1000),
  model,
});

/** Returns the fields with a value: some servers write null instead of omitting a field. */
export const withValues = (body: DialectObject): DialectObject =>
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

/** A tool call of an answer, or a piece of one, in OpenAI's format. */
export interface RelayedCall {
  index?: number;
  id?: string;
  type?: string;
  function: { name?: string; arguments?: string };
}

/** Returns the valid tool calls of a message or delta. Small servers write arguments as objects. */
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

/** Returns the finish reason of an answer for servers that omit it. */
export const reasonFor = (hasCalls: boolean): string => (hasCalls ? 'tool_calls' : 'stop');

const textOf = (written: unknown): string =>
  typeof written === 'string' ? written : JSON.stringify(written);
