import type { DialectObject } from '../language-model';
import { isRecord } from '../openai-format';

/** A tool as the body of a response names it. */
export interface ResponseTool {
  type: 'function' | 'custom' | 'tool_search';
  name: string;
  namespace?: string;
}

const SEARCH = 'tool_search';
/** The parameters of a custom tool, which receives one text. */
const ONE_TEXT = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};

/** The tools of a response, also those that its input adds, as functions: chat completions have no other tools. */
export class ChatTools {
  readonly functions: DialectObject[] = [];
  private readonly byName = new Map<string, ResponseTool>();

  constructor({ tools, input }: DialectObject) {
    const items = Array.isArray(input) ? (input as DialectObject[]) : [];
    for (const list of [tools, ...items.map((item) => item.tools)])
      if (Array.isArray(list)) for (const tool of list as DialectObject[]) this.add(tool);
  }

  /** Returns the tool that a function stands for. A function that the caller did not send is one. */
  toolOf(name: string): ResponseTool {
    return this.byName.get(name) ?? { type: 'function', name };
  }

  private add(tool: DialectObject, namespace?: string): void {
    if (tool.type === 'namespace') {
      for (const inner of tool.tools as DialectObject[]) this.add(inner, String(tool.name));
      return;
    }
    const { type, name: own = SEARCH, format, defer_loading: _, execution: __, ...others } = tool;
    const name = functionName({ name: own, namespace });
    if (this.byName.has(name)) return;
    this.byName.set(name, {
      type: type as ResponseTool['type'],
      name: String(own),
      ...(namespace !== undefined && { namespace }),
    });
    const called =
      type === 'custom'
        ? { name, description: described(others.description, format), parameters: ONE_TEXT }
        : { ...others, name };
    this.functions.push({ type: 'function', function: called });
  }
}

/** Returns the name of the function for a tool, a call of it, or a choice. */
export const functionName = ({ name = SEARCH, namespace }: DialectObject): string =>
  typeof namespace === 'string' ? `${namespace}__${String(name)}` : String(name);

/** A server of chat completions cannot enforce a grammar, but a model can follow it. */
function described(description: unknown, format: unknown): string {
  const own = typeof description === 'string' ? description : '';
  if (!isRecord(format) || format.type !== 'grammar') return own;
  return `${own}\n\nThe input has this grammar (${String(format.syntax)}):\n${String(format.definition)}`.trim();
}

/** Returns the text that the arguments of a custom tool contain. A model may also write the text itself. */
export function inputIn(written: string): string {
  try {
    const called: unknown = JSON.parse(written);
    if (isRecord(called) && typeof called.input === 'string') return called.input;
  } catch {
    // The arguments are no JSON.
  }
  return written;
}
