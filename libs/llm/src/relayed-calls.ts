import type { OpenAiObject } from './language-model';

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
