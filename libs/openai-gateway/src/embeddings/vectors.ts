import { tokenCount, type DialectObject, type TokenUsage } from '@app/llm';

const FLOAT_BYTES = 4;

/** Returns an answer's vectors in the encoding that the caller asked for, since not every server supports both. */
export function shapeEmbeddings({ data, model, usage }: DialectObject, encoding: unknown): DialectObject {
  const vectors = (data as { embedding: number[] | string }[]).map(({ embedding }, index) => ({
    object: 'embedding',
    index,
    embedding: encoding === 'base64' ? toBase64(embedding) : toNumbers(embedding),
  }));
  return { object: 'list', data: vectors, model, usage: usage ?? null };
}

/** Encodes vectors as 32-bit floats, little-endian, in base64. */
function toBase64(embedding: number[] | string): string {
  if (typeof embedding === 'string') return embedding;
  const bytes = Buffer.alloc(embedding.length * FLOAT_BYTES);
  embedding.forEach((value, i) => bytes.writeFloatLE(value, i * FLOAT_BYTES));
  return bytes.toString('base64');
}

function toNumbers(embedding: number[] | string): number[] {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  return Array.from({ length: Math.floor(bytes.length / FLOAT_BYTES) }, (_, i) =>
    bytes.readFloatLE(i * FLOAT_BYTES),
  );
}

/** Only the input of an embedding costs tokens. */
export function usageOfVectors({ usage }: DialectObject): { usage?: TokenUsage } {
  const { success, data } = tokenCount.safeParse(
    (usage as { prompt_tokens?: unknown } | null | undefined)?.prompt_tokens,
  );
  return success ? { usage: { promptTokens: data, completionTokens: 0, source: 'provider' } } : {};
}
