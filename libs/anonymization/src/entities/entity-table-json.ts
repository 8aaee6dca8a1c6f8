import { z } from 'zod';
import { ENTITY_TYPES, REPLACEMENT_STYLES } from '../entity-type';

const gender = z.enum(['female', 'male']);

/** Version 1 of a stored entity table. Fields may be added; a change of meaning takes a new version. */
export const entityTableJson = z.object({
  version: z.literal(1),
  style: z.enum(REPLACEMENT_STYLES),
  /** Base64; only where draws follow a secret seed */
  seed: z.string().optional(),
  entities: z.array(
    z.object({
      type: z.enum(ENTITY_TYPES),
      number: z.number().int().positive().optional(),
      canonical: z.string().optional(),
      person: z
        .object({ given: z.array(z.string()), family: z.array(z.string()), gender: gender.optional() })
        .optional(),
      forms: z.array(z.object({ original: z.string().min(1), replacement: z.string().min(1) })),
    }),
  ),
  /** Surrogates of name parts and of e-mail domains */
  parts: z.array(
    z.object({
      original: z.string().min(1),
      surrogate: z.string().min(1),
      role: z.enum(['given', 'family']),
      gender: gender.optional(),
    }),
  ),
  domains: z.array(z.object({ original: z.string().min(1), surrogate: z.string().min(1) })),
});

export type EntityTableJson = z.infer<typeof entityTableJson>;
