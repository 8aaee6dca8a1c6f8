import { z } from 'zod';

export interface NamedKey<K> {
  id: string;
  key: K;
}

/**
 * `id:key,id:key`: the first is used for new things, all of them for old ones.
 *
 * @param read turns a key's text into a key, or into undefined where it is none
 */
export const namedKeys = <K>(read: (text: string) => K | undefined, key: string) => {
  const error = `expected id:key pairs with commas, ids unique, each key ${key}`;
  return z.string({ error }).transform((text, context): [NamedKey<K>, ...NamedKey<K>[]] => {
    const keys = text.split(',').map((entry) => {
      const [, id, value] = /^\s*([A-Za-z0-9._-]{1,64}):(\S+)\s*$/.exec(entry) ?? [];
      const key = value === undefined ? undefined : read(value);
      return id === undefined || key === undefined ? undefined : { id, key };
    });
    const [first, ...others] = keys;
    const ids = new Set(keys.map((entry) => entry?.id));
    if (first && others.every((other) => other !== undefined) && ids.size === keys.length)
      return [first, ...others];
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
};
