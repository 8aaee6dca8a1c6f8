import { restore, type EntityTable } from '@app/anonymization';
import type { OpenAiObject } from '@app/llm';

export interface Sent {
  table: EntityTable;
  sent: readonly string[];
  /** Whether the answer was asked for as JSON. */
  json: boolean;
}

/** Fields of a message, or of its delta, that hold what the model wrote. */
export const WRITTEN_FIELDS = ['content', 'refusal', 'reasoning_content', 'reasoning'] as const;

interface Choice {
  message?: OpenAiObject;
}

/** The answer with the caller's own values in every choice, each on its own. */
export function restoreAnswer(answer: OpenAiObject, { table, sent, json }: Sent): OpenAiObject {
  const back = (text: string, inJson: boolean): string => restore(text, table, sent, { json: inJson });
  const choices = (answer.choices as Choice[]).map((choice) => {
    if (!choice.message) return choice;
    const message = { ...choice.message };
    for (const field of WRITTEN_FIELDS) {
      const text = message[field];
      if (typeof text === 'string') message[field] = back(text, json && field === 'content');
    }
    if (Array.isArray(message.tool_calls))
      message.tool_calls = message.tool_calls.map((call: ToolCall) => ({
        ...call,
        function: { ...call.function, arguments: back(call.function?.arguments ?? '', true) },
      }));
    return { ...choice, message };
  });
  return { ...answer, choices };
}

export interface ToolCall {
  index?: number;
  function?: { name?: string; arguments?: string };
}

/** Everything that the model wrote, for counting. */
export const writtenText = ({ choices }: OpenAiObject): string =>
  (choices as { message?: OpenAiObject; delta?: OpenAiObject }[])
    .flatMap(({ message, delta }) => {
      const { tool_calls: calls, ...fields } = { ...message, ...delta };
      const written = WRITTEN_FIELDS.map((field) => fields[field]).filter((text) => typeof text === 'string');
      return [...written, ...((calls ?? []) as ToolCall[]).map((call) => call.function?.arguments ?? '')];
    })
    .join('');
