type Json = Record<string, unknown>;

/** A text of a request, and where its hidden form goes. */
interface Place {
  text: string;
  put(hidden: string): void;
}

const PARTS = new Set(['text', 'image_url', 'input_text', 'output_text', 'refusal']);
/** Roles with a name that identifies a person, not a tool. */
const NAMED_ROLES = new Set<unknown>(['system', 'developer', 'user', 'assistant']);
/** Fields of a tool that describe it in words. */
const WORDS = new Set(['description', 'title', 'default', 'const', 'enum', 'examples']);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * The texts of a request as LiteLLM shows them: the contents of its messages as a list, and the messages and tools with
 * further texts. Copies of messages and tools get the hidden texts.
 */
export class RequestTexts {
  readonly messages: Json[] | undefined;
  readonly tools: Json[] | undefined;
  /** Texts that a model wrote, which were sent before */
  readonly ofModel = new Set<string>();
  /** Whether a message contains a file, a recording or another part that is neither a text nor an image */
  hasOtherParts = false;
  private readonly places: Place[] = [];
  private readonly contents: string[];
  private messagesChanged = false;
  private toolsChanged = false;

  constructor({
    texts,
    messages,
    tools,
  }: {
    texts: readonly string[];
    messages?: readonly Json[] | null | undefined;
    tools?: readonly Json[] | null | undefined;
  }) {
    this.contents = [...texts];
    this.messages = messages ? structuredClone([...messages]) : undefined;
    this.tools = tools ? structuredClone([...tools]) : undefined;
    this.contents.forEach((text, i) =>
      this.places.push({ text, put: (hidden) => (this.contents[i] = hidden) }),
    );
    for (const message of this.messages ?? []) this.readMessage(message);
    for (const tool of this.tools ?? []) this.readTool(tool);
  }

  /** Each text once. */
  get all(): string[] {
    return [...new Set(this.places.map(({ text }) => text))];
  }

  /** Puts the hidden form of each text in its places. */
  put(hidden: ReadonlyMap<string, string>): void {
    for (const { text, put } of this.places) {
      const to = hidden.get(text)!;
      if (to !== text) put(to);
    }
  }

  /** What LiteLLM must replace: `texts`, and messages and tools only if a text changed that the list does not have. */
  get replaced(): { texts: string[]; structured_messages?: Json[]; tools?: Json[] } {
    return {
      texts: this.contents,
      ...(this.messages && this.messagesChanged && { structured_messages: this.messages }),
      ...(this.tools && this.toolsChanged && { tools: this.tools }),
    };
  }

  private readMessage(message: Json): void {
    // LiteLLM lists contents in `texts`, too: a change of them alone does not need the messages.
    this.add(message, 'content', () => undefined);
    for (const part of objectsOf(message.content)) {
      this.hasOtherParts ||= !PARTS.has(String(part.type));
      this.add(part, 'text', () => undefined);
    }
    if (message.role === 'assistant')
      for (const text of [message.content, ...objectsOf(message.content).map((part) => part.text)])
        if (typeof text === 'string') this.ofModel.add(text);
    const changed = () => (this.messagesChanged = true);
    for (const field of ['refusal', 'reasoning_content']) this.add(message, field, changed);
    if (isObject(message.function_call)) this.add(message.function_call, 'arguments', changed);
    for (const call of objectsOf(message.tool_calls))
      if (isObject(call.function)) this.add(call.function, 'arguments', changed);
    if (NAMED_ROLES.has(message.role) && message.name !== undefined) {
      delete message.name;
      changed();
    }
  }

  private readTool(given: Json): void {
    for (const [field, value] of Object.entries(given)) {
      const changed = () => (this.toolsChanged = true);
      if (WORDS.has(field)) this.add(given, field, changed);
      if (WORDS.has(field) && Array.isArray(value)) value.forEach((_, i) => this.add(value, i, changed));
      if (isObject(value)) this.readTool(value);
      for (const inner of objectsOf(value)) this.readTool(inner);
    }
  }

  private add(given: Json | unknown[], field: string | number, changed: () => void): void {
    const holder = given as Record<string | number, unknown>;
    const text = holder[field];
    if (typeof text !== 'string' || text === '') return;
    this.places.push({
      text,
      put: (hidden) => {
        holder[field] = hidden;
        changed();
      },
    });
  }
}
