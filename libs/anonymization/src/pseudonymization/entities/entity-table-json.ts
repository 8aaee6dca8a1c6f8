import { z } from 'zod';
import { ENTITY_TYPES, REPLACEMENT_STYLES } from '../../kinds/entity-type';

const gender = z.enum(['female', 'male']);

export const storedEntity = z.object({
  type: z.enum(ENTITY_TYPES),
  number: z.number().int().positive().optional(),
  canonical: z.string().optional(),
  person: z
    .object({ given: z.array(z.string()), family: z.array(z.string()), gender: gender.optional() })
    .optional(),
  label: z.string().optional(),
  removed: z.boolean().optional(),
  forms: z.array(z.object({ original: z.string().min(1), replacement: z.string().min(1) })),
});

/** Surrogates of name parts */
export const storedPart = z.object({
  original: z.string().min(1),
  surrogate: z.string().min(1),
  role: z.enum(['given', 'family']),
  gender: gender.optional(),
});

/** Surrogates of e-mail domains */
export const storedDomain = z.object({ original: z.string().min(1), surrogate: z.string().min(1) });

/** What a stored table of version 1 has beside its lists. */
const head = {
  version: z.literal(1),
  style: z.enum(REPLACEMENT_STYLES),
  /** Base64; present only if draws use a secret seed */
  seed: z.string().optional(),
  hide: z.array(z.string().min(1)).optional(),
  keep: z.array(z.string().min(1)).optional(),
  /** The number of weeks by which its dates are moved; absent until one is */
  weeks: z.number().int().optional(),
};

/** The head of a table that is stored in records, with the last number of each label. Fields may be added. */
export const storedHead = z.object({
  ...head,
  numbers: z.record(z.string(), z.number().int().nonnegative()),
});

export type TableHead = z.infer<typeof storedHead>;

/**
 * Version 1 of a stored entity table, without the elements of its lists, which are validated separately. Fields may be
 * added; a change of meaning requires a new version.
 */
export const storedTable = z.object({
  ...head,
  entities: z.array(z.unknown()),
  parts: z.array(z.unknown()),
  domains: z.array(z.unknown()),
});

/** The stored form of the table. */
export interface EntityTableJson extends z.infer<typeof storedTable> {
  entities: z.infer<typeof storedEntity>[];
  parts: z.infer<typeof storedPart>[];
  domains: z.infer<typeof storedDomain>[];
}

const INVALID = 'not an entity table of version 1';

/** Parses a stored table, or a part of one. @throws Error without the parser's own message, which may quote the stored data */
export function parseStored<T>(schema: z.ZodType<T>, json: string): T {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new Error(INVALID);
  }
  return asStored(schema, parsed);
}

/** @throws Error without zod's own message, which may quote the stored data, and it is personal data */
export function asStored<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new Error(INVALID);
  return parsed.data;
}
