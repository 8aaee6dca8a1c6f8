import { imagePart, joined } from '../chat-parts';
import type { DialectObject } from '../language-model';
import { isRecord } from '../openai-format';

/**
 * Converts a body of Gemini's `generateContent` with only functions as tools into a chat completion body. Omits earlier
 * thoughts, which servers of chat completions do not accept.
 */
export function chatOfContents(body: DialectObject): DialectObject {
  const { model, contents, systemInstruction: system, tools, toolConfig } = body;
  const config = isRecord(body.generationConfig) ? body.generationConfig : {};
  const { thinkingConfig: thinking, stopSequences: stop, candidateCount: n } = config;
  const functions = ((tools ?? []) as DialectObject[]).flatMap(
    ({ functionDeclarations }) => (functionDeclarations ?? []) as DialectObject[],
  );
  const calling = isRecord(toolConfig) ? toolConfig.functionCallingConfig : undefined;
  const level = isRecord(thinking) ? thinking.thinkingLevel : undefined;
  return {
    model,
    messages: [...systemOf(system), ...messagesOf(contents as DialectObject[])],
    ...renamed(config, NAMES),
    ...(Array.isArray(stop) && stop.length > 0 && { stop }),
    ...(n !== undefined && n !== 1 && { n }),
    ...(typeof level === 'string' && { reasoning_effort: level.toLowerCase() }),
    ...formatOf(config),
    ...(functions.length > 0 && { tools: functions.map(functionOf) }),
    ...(functions.length > 0 && isRecord(calling) && choiceOf(calling)),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  topP: 'top_p',
  maxOutputTokens: 'max_tokens',
  seed: 'seed',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
};

/** Returns the fields of an object that have another name, under that name. */
export const renamed = (fields: DialectObject, names: Readonly<Record<string, string>>): DialectObject =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => fields[name] !== undefined && fields[name] !== null)
      .map(([name, other]) => [other, fields[name]]),
  );

function systemOf(system: unknown): DialectObject[] {
  const content = isRecord(system) ? textsOf(partsOf(system)).join('\n\n') : '';
  return content === '' ? [] : [{ role: 'system', content }];
}

/** Gemini's calls may have no ids. Each answer then belongs to the oldest open call of its function. */
function messagesOf(contents: readonly DialectObject[]): DialectObject[] {
  const open: { id: string; name: unknown }[] = [];
  let count = 0;
  return contents.flatMap((content): DialectObject[] => {
    const parts = partsOf(content);
    if (content.role === 'model') {
      const calls = parts.flatMap(({ functionCall: call }) => (isRecord(call) ? [call] : []));
      const called = calls.map(({ id = `call_${(count += 1)}`, name, args }) => {
        open.push({ id: String(id), name });
        return { id, type: 'function', function: { name, arguments: JSON.stringify(args ?? {}) } };
      });
      const text = textsOf(parts).join('');
      return [
        {
          role: 'assistant',
          content: text === '' && called.length > 0 ? null : text,
          ...(called.length > 0 && { tool_calls: called }),
        },
      ];
    }
    const answers = parts.flatMap(({ functionResponse: answer }) => (isRecord(answer) ? [answer] : []));
    const answered = answers.map(({ id, name, response }) => {
      const at = open.findIndex((call) => (id === undefined ? call.name === name : call.id === id));
      const [call] = at < 0 ? [] : open.splice(at, 1);
      return { role: 'tool', tool_call_id: call?.id ?? id ?? name, content: JSON.stringify(response ?? {}) };
    });
    const said = parts.filter(({ text, inlineData }) => typeof text === 'string' || inlineData !== undefined);
    return [...answered, ...(said.length > 0 ? [{ role: 'user', content: joined(said.map(partOf)) }] : [])];
  });
}

const partsOf = ({ parts }: DialectObject): DialectObject[] => (parts ?? []) as DialectObject[];

/** Returns the texts that are no thoughts. */
const textsOf = (parts: readonly DialectObject[]): string[] =>
  parts.flatMap(({ text, thought }) => (typeof text === 'string' && thought !== true ? [text] : []));

function partOf({ text, inlineData }: DialectObject): DialectObject {
  if (typeof text === 'string') return { type: 'text', text };
  const { mimeType, data } = inlineData as DialectObject;
  return imagePart(mimeType, data);
}

const functionOf = ({
  name,
  description,
  parameters,
  parametersJsonSchema: schema = parameters,
}: DialectObject): DialectObject => ({
  type: 'function',
  function: {
    name,
    ...(description !== undefined && { description }),
    ...(schema !== undefined && { parameters: schemaOf(schema) }),
  },
});

/** Returns a schema with the types of JSON Schema: Gemini writes them in capitals. */
function schemaOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(schemaOf);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' ? value.toLowerCase() : schemaOf(value),
    ]),
  );
}

const MODES: Readonly<Record<string, string>> = { ANY: 'required', NONE: 'none', AUTO: 'auto' };

function choiceOf({ mode, allowedFunctionNames: names }: DialectObject): DialectObject {
  const [name, ...others] = (names ?? []) as string[];
  if (mode === 'ANY' && name !== undefined && others.length === 0)
    return { tool_choice: { type: 'function', function: { name } } };
  return { tool_choice: MODES[String(mode)] ?? 'auto' };
}

function formatOf({
  responseMimeType: type,
  responseSchema,
  responseJsonSchema,
}: DialectObject): DialectObject {
  if (type !== 'application/json') return {};
  const schema = responseJsonSchema ?? responseSchema;
  if (schema === undefined) return { response_format: { type: 'json_object' } };
  return {
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: schemaOf(schema) } },
  };
}
