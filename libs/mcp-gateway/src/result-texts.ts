type Json = Record<string, unknown>;

/** Replaces content that cannot be searched. */
const LEFT_OUT = { type: 'text', text: '[Content that cannot be searched for personal data was left out.]' };

/** The keywords of a schema with texts for people (JSON Schema, Validation, section 9) */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The texts of a tool's result or of the description of tools. Only known fields pass: a field without a text in it could
 * carry a value past the search.
 */
export class ResultTexts {
  readonly all: string[] = [];
  private readonly puts: ((hidden: string) => void)[] = [];

  /** Returns a result. {@link put} completes its texts. */
  result({ content, structuredContent, isError }: Json): Json {
    const shown: Json = {
      content: (Array.isArray(content) ? content : []).map((part: unknown) => this.part(part)),
      ...(isError === true && { isError }),
    };
    if (isObject(structuredContent))
      this.add(JSON.stringify(structuredContent), (hidden) => {
        shown.structuredContent = objectOf(hidden);
      });
    return shown;
  }

  /**
   * Returns a tool. {@link put} completes its texts. Its name and the words that a program must repeat, such as those of an
   * `enum`, stay.
   */
  tool({ name, title, description, inputSchema }: Json): Json {
    const shown: Json = { name, inputSchema: this.schema(inputSchema) };
    for (const [field, text] of Object.entries({ title, description }))
      if (typeof text === 'string') this.add(text, (hidden) => (shown[field] = hidden));
    return shown;
  }

  /** Puts the hidden form of each text, in the order of `all`. */
  put(hidden: readonly string[]): void {
    this.puts.forEach((put, i) => put(hidden[i]!));
  }

  private part(part: unknown): Json {
    if (!isObject(part)) return LEFT_OUT;
    const shown: Json = { type: part.type };
    if (part.type === 'text' && typeof part.text === 'string') {
      this.add(part.text, (hidden) => (shown.text = hidden));
      return shown;
    }
    if (part.type === 'resource' && isObject(part.resource) && typeof part.resource.text === 'string') {
      const { uri, mimeType, text } = part.resource;
      const resource: Json = {};
      if (typeof mimeType === 'string') this.add(mimeType, (hidden) => (resource.mimeType = hidden));
      this.add(String(uri), (hidden) => (resource.uri = hidden));
      this.add(text as string, (hidden) => (resource.text = hidden));
      return { ...shown, resource };
    }
    if (part.type === 'resource_link') {
      for (const field of ['uri', 'name', 'title', 'description'])
        if (typeof part[field] === 'string') this.add(part[field], (hidden) => (shown[field] = hidden));
      return shown;
    }
    return LEFT_OUT;
  }

  /** Returns a JSON schema with its texts for people. */
  private schema(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.schema(one));
    if (!isObject(schema)) return schema;
    const shown: Json = {};
    for (const [key, value] of Object.entries(schema)) {
      shown[key] = this.schema(value);
      if (FOR_PEOPLE.has(key) && typeof value === 'string')
        this.add(value, (hidden) => (shown[key] = hidden));
    }
    return shown;
  }

  private add(text: string, put: (hidden: string) => void): void {
    this.all.push(text);
    this.puts.push(put);
  }
}

/** Returns the object in a hidden JSON text. A number that was hidden leaves no JSON: then only the text is returned. */
function objectOf(hidden: string): Json {
  try {
    return JSON.parse(hidden) as Json;
  } catch {
    return { text: hidden };
  }
}
