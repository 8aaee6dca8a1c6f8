import type { Restorer } from '@app/anonymization';
import type { OpenAiObject } from '@app/llm';
import { restoreJson } from './restore-json';

export interface Restoring {
  restorer: Restorer;
  /** Whether the answer was asked for as JSON. */
  json: boolean;
  /** The caller's own identifiers, by what was sent in their place. */
  identifiers: ReadonlyMap<string, string>;
}

/** Fields of a message, or of its delta, that hold what the model wrote. */
export const WRITTEN_FIELDS = ['content', 'refusal', 'reasoning_content', 'reasoning'] as const;

interface Choice {
  message?: OpenAiObject;
}

/** The answer with the caller's own values in every choice, each on its own. */
export async function restoreAnswer(answer: OpenAiObject, restoring: Restoring): Promise<OpenAiObject> {
  const choices: Choice[] = [];
  for (const choice of answer.choices as Choice[])
    choices.push(
      choice.message ? { ...choice, message: await restoreMessage(choice.message, restoring) } : choice,
    );
  return { ...answer, choices };
}

async function restoreMessage(written: OpenAiObject, restoring: Restoring): Promise<OpenAiObject> {
  const { restorer, json } = restoring;
  const message = { ...written };
  for (const field of WRITTEN_FIELDS) {
    const text = message[field];
    if (typeof text !== 'string') continue;
    message[field] =
      json && field === 'content' ? await restoreJson(restorer, text) : await restorer.restore(text);
  }
  if (!Array.isArray(message.tool_calls)) return message;
  const calls: ToolCall[] = [];
  for (const call of message.tool_calls as ToolCall[]) {
    const named = restoreNames(call, restoring);
    const written = named.function?.arguments;
    if (typeof written !== 'string') calls.push(named);
    else {
      const restored = await restoreJson(restorer, written);
      calls.push({ ...named, function: { ...named.function, arguments: restored } });
    }
  }
  return { ...message, tool_calls: calls };
}

export interface ToolCall {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

/** A call under the identifiers that its caller knows. */
export function restoreNames(call: ToolCall, { identifiers }: Restoring): ToolCall {
  const own = (sent: string | undefined): string | undefined =>
    sent === undefined ? undefined : (identifiers.get(sent) ?? sent);
  const id = own(call.id);
  const name = own(call.function?.name);
  return {
    ...call,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { function: { ...call.function, name } }),
  };
}

/** Everything that the model wrote, for counting. */
export const writtenText = ({ choices }: OpenAiObject): string =>
  (choices as { message?: OpenAiObject; delta?: OpenAiObject }[])
    .flatMap(({ message, delta }) => {
      const { tool_calls: calls, ...fields } = { ...message, ...delta };
      const written = WRITTEN_FIELDS.map((field) => fields[field]).filter((text) => typeof text === 'string');
      const called = Array.isArray(calls) ? (calls as ToolCall[]) : [];
      return [...written, ...called.map((call) => call.function?.arguments ?? '')];
    })
    .join('');
