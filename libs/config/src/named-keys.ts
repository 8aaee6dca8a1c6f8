import { z } from 'zod';

export interface NamedKey<K> {
  id: string;
  key: K;
}

/**
 * A setting of the form `id:key,id:key`. The first key is used for new data, and all of them for old data.
 *
 * @param read parses a key's text; returns undefined if it is not a key
 */
export const namedKeys = <K>(read: (text: string) => K | undefined, key: string) => {
  const error = `expected id:key pairs, separated by commas, ids unique, each key ${key}`;
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
