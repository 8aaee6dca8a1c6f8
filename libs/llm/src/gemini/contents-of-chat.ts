import { argumentsOf, imageOf, refuseFields } from '../chat-parts';
import type { DialectObject } from '../language-model';
import { isRecord } from '../openai-format';
import { renamed } from './chat-of-contents';

/** Parameters of chat completions that Gemini does not have, unless they have no effect. */
const UNSUPPORTED: ReadonlyMap<string, readonly unknown[]> = new Map([
  ['logit_bias', []],
  ['prediction', []],
  ['verbosity', ['medium']],
]);

const NAMES: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  seed: 'seed',
  n: 'candidateCount',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
};

/**
 * Converts a chat completion body into a body of Gemini's `generateContent`.
 *
 * @param answerTokens the limit for the answer if the body has none
 * @throws AppError `bad_request` that names a parameter without an equivalent
 */
export function contentsOfChat(body: DialectObject, answerTokens: number): DialectObject {
  refuseFields(body, UNSUPPORTED);
  const { stop, tools, tool_choice: choice, reasoning_effort: effort, response_format: format } = body;
  const messages = body.messages as DialectObject[];
  const system = messages.filter(isSystem).flatMap(({ content }) => partsOf(content));
  return {
    ...(system.length > 0 && { systemInstruction: { parts: system } }),
    contents: contentsOf(messages.filter((message) => !isSystem(message))),
    generationConfig: {
      maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? answerTokens,
      ...renamed(body, NAMES),
      ...(stop !== undefined && { stopSequences: [stop].flat() }),
      ...(typeof effort === 'string' && { thinkingConfig: { thinkingLevel: effort.toUpperCase() } }),
      ...formatOf(format),
    },
    ...(Array.isArray(tools) &&
      tools.length > 0 && {
        tools: [{ functionDeclarations: (tools as DialectObject[]).map(declarationOf) }],
      }),
    ...(choice !== undefined && { toolConfig: { functionCallingConfig: choiceOf(choice) } }),
  };
}

const isSystem = ({ role }: DialectObject): boolean => role === 'system' || role === 'developer';

/** Joins consecutive messages of one role. The answer of a tool needs the name of the function that its id belongs to. */
function contentsOf(messages: readonly DialectObject[]): DialectObject[] {
  const names = new Map<unknown, unknown>();
  const all: { role: string; parts: DialectObject[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = message.role === 'tool' ? [answerOf(message, names)] : saidIn(message, names);
    const last = all.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) all.push({ role, parts });
  }
  return all;
}

function saidIn(
  { content, tool_calls: calls }: DialectObject,
  names: Map<unknown, unknown>,
): DialectObject[] {
  const called = ((calls ?? []) as DialectObject[]).map(({ id, function: one }) => {
    const { name, arguments: written } = one as DialectObject;
    names.set(id, name);
    // Gemini requires a signature of its thoughts for each call. It accepts this word for calls from elsewhere.
    return {
      functionCall: { id, name, args: argumentsOf(String(written)) },
      thoughtSignature: 'skip_thought_signature_validator',
    };
  });
  return [...partsOf(content), ...called];
}

function answerOf(
  { tool_call_id: id, content }: DialectObject,
  names: ReadonlyMap<unknown, unknown>,
): DialectObject {
  const text =
    typeof content === 'string'
      ? content
      : partsOf(content)
          .map((part) => String(part.text ?? ''))
          .join('\n');
  const parsed = parse(text);
  return {
    functionResponse: {
      id,
      name: names.get(id) ?? id,
      response: isRecord(parsed) ? parsed : { output: text },
    },
  };
}

function partsOf(content: unknown): DialectObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  return ((content ?? []) as DialectObject[]).flatMap((part): DialectObject[] => {
    if (part.type === 'image_url') {
      const { type: mimeType, data } = imageOf(part);
      return [{ inlineData: { mimeType, data } }];
    }
    const text = part.text ?? part.refusal;
    return text === '' ? [] : [{ text }];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function declarationOf({ function: called }: DialectObject): DialectObject {
  const { name, description, parameters } = called as DialectObject;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parametersJsonSchema: parameters }),
  };
}

function choiceOf(choice: unknown): DialectObject {
  if (isRecord(choice) && choice.type === 'function')
    return { mode: 'ANY', allowedFunctionNames: [(choice.function as DialectObject).name] };
  if (isRecord(choice)) {
    const { mode, tools } = choice.allowed_tools as { mode: string; tools: { function: DialectObject }[] };
    return {
      mode: mode === 'required' ? 'ANY' : 'AUTO',
      ...(mode === 'required' && { allowedFunctionNames: tools.map(({ function: one }) => one.name) }),
    };
  }
  return { mode: choice === 'required' ? 'ANY' : choice === 'none' ? 'NONE' : 'AUTO' };
}

function formatOf(format: unknown): DialectObject {
  if (!isRecord(format) || format.type === 'text') return {};
  const schema = format.type === 'json_schema' ? (format.json_schema as DialectObject).schema : undefined;
  return {
    responseMimeType: 'application/json',
    ...(schema !== undefined && { responseJsonSchema: schema }),
  };
}
