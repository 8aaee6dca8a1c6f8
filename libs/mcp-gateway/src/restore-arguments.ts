import type { RestoredArgument } from '@app/config';

/** Returns the original of a text that is one whole replacement; undefined for any other text. */
export type Original = (text: string) => Promise<string | undefined>;

/**
 * Returns the arguments of a call with originals where the server's settings name them. Everything else stays.
 *
 * @returns also the number of restored arguments
 */
export async function restoreArguments(
  given: Readonly<Record<string, unknown>>,
  tool: string,
  named: readonly RestoredArgument[],
  original: Original,
): Promise<{ arguments: Record<string, unknown>; restored: number }> {
  const copy = structuredClone(given) as Record<string, unknown>;
  let restored = 0;
  const visit = async (holder: unknown, [key, ...rest]: readonly string[]): Promise<void> => {
    if (typeof holder !== 'object' || holder === null || key === undefined) return;
    const keys = key === '*' && Array.isArray(holder) ? [...holder.keys()].map(String) : [key];
    for (const at of keys) {
      if (!Object.hasOwn(holder, at)) continue;
      const values = holder as Record<string, unknown>;
      const value = values[at];
      if (rest.length > 0) {
        await visit(value, rest);
        continue;
      }
      const text = typeof value === 'string' ? await original(value) : undefined;
      if (text === undefined) continue;
      values[at] = text;
      restored += 1;
    }
  };
  for (const { tool: name, path } of named) if (name === tool) await visit(copy, path);
  return { arguments: copy, restored };
}
