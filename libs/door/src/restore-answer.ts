import type { Restorer } from '@app/anonymization';
import type { OpenAiObject } from '@app/llm';

export interface Restoring {
  restorer: Restorer;
  /** Whether the answer was asked for as JSON. */
  json: boolean;
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

async function restoreMessage(written: OpenAiObject, { restorer, json }: Restoring): Promise<OpenAiObject> {
  const message = { ...written };
  for (const field of WRITTEN_FIELDS) {
    const text = message[field];
    if (typeof text === 'string')
      message[field] = await restorer.restore(text, { json: json && field === 'content' });
  }
  if (!Array.isArray(message.tool_calls)) return message;
  const calls: ToolCall[] = [];
  for (const call of message.tool_calls as ToolCall[]) {
    const restored = await restorer.restore(call.function?.arguments ?? '', { json: true });
    calls.push({ ...call, function: { ...call.function, arguments: restored } });
  }
  return { ...message, tool_calls: calls };
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
