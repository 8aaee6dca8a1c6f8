import { z } from 'zod';
import type { JsonObject, JsonValue } from '../json';
import { refuse } from '../reading/bounds';
import { identifier } from '../reading/identifiers';
import type { TextPlaces } from '../reading/text-places';

const cached = z.object({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() });

/** Returns a cache marker with its known fields; undefined for anything else. */
export const cacheControl = (value: JsonValue): JsonObject | undefined => {
  const { success, data } = cached.safeParse(value);
  return success ? withoutUndefined(data) : undefined;
};

const thinking = z.object({
  type: z.enum(['enabled', 'disabled', 'adaptive']),
  budget_tokens: z.number().optional(),
  display: z.enum(['summarized', 'omitted']).optional(),
});

export function readThinking(value: JsonValue, at: string): JsonObject {
  const { success, data } = thinking.safeParse(value);
  return success
    ? withoutUndefined(data)
    : refuse(at, 'has an unknown shape; see /docs for the accepted values');
}

const amount = z.object({ type: z.enum(['input_tokens', 'tool_uses', 'thinking_turns']), value: z.number() });
const edit = z.object({
  type: z.enum(['clear_tool_uses_20250919', 'clear_thinking_20251015']),
  trigger: amount.optional(),
  keep: z.union([amount, z.literal('all')]).optional(),
  clear_at_least: amount.optional(),
  clear_tool_inputs: z.boolean().optional(),
  exclude_tools: z.array(z.string()).max(512).optional(),
});
const edits = z.object({ edits: z.array(edit).max(16) });

/** Reads which old parts of the conversation the provider leaves out for the model. It changes nothing that this service sends. */
export function readContextManagement(value: JsonValue, at: string, places: TextPlaces): JsonObject {
  const { success, data } = edits.safeParse(value);
  if (!success) return refuse(at, 'has an unknown shape; see /docs for the accepted values');
  return {
    edits: data.edits.map((given) => {
      const read = withoutUndefined(given);
      const names = read.exclude_tools as string[] | undefined;
      names?.forEach((name, i) => {
        identifier(name, `${at}.edits.exclude_tools[${i}]`);
        places.addIdentifier(names, i);
      });
      return read;
    }),
  };
}

const withoutUndefined = (value: object): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as JsonObject;
