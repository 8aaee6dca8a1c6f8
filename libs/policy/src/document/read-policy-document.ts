import { z } from 'zod';
import { TermFinder, ENTITY_TYPES, kindOf, MODES, type EntityType, type Mode } from '@app/anonymization';
import { AppError, isId, type FieldError } from '@app/common';
import { IMAGE_RULES, OPTIONAL_MCP_TOOLS, type PolicyDocument } from './policy-document';

export const MAX_TERMS = 10_000;
export const MAX_PATTERNS = 200;
export const MAX_EXCEPTIONS = 10_000;
/** Limit for the instructions of all patterns together. */
const MAX_PROGRAMS = 2_000;
const MAX_LENGTH = 200;
const MAX_PATTERN_LENGTH = 512;
const MAX_SYSTEM_PROMPT = 8_000;
const MAX_MODELS = 200;
const MAX_GROUPS = 200;
/** Limit for the faults in one answer: the first faults of a long list are enough to explain it. */
const SHOWN_FAULTS = 20;

const KIND = `must be one of ${ENTITY_TYPES.join(', ')}`;
const MODE = `must be one of ${MODES.join(', ')}`;
const TAKEN: ReadonlySet<string> = new Set(ENTITY_TYPES.map((kind) => kindOf(kind).label));

const text = (max: number, min = 1) => {
  const error = `must be ${min === 0 ? 'at most' : `${min} to`} ${max} characters`;
  return z.string({ error }).min(min, { error }).max(max, { error });
};
/** Blanks and control characters are not visible. The schema of the OpenAPI document says the same. */
const VISIBLE = /[^\s\p{Cc}]/u;
const words = text(MAX_LENGTH).refine((value) => value === '' || VISIBLE.test(value), {
  error: 'must not be blank',
});
const list = <T extends z.ZodType>(of: T, max: number) => {
  const error = `must be a list of at most ${max} entries`;
  return z.array(of, { error }).max(max, { error });
};
const flag = z.boolean({ error: 'must be true or false' });
/** Refuses unknown fields: a rule with a misspelled name would silently have no effect. */
const only = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `must have no other fields than ${Object.keys(shape).join(', ')}`
        : 'must be an object',
  });

const modes = z
  .partialRecord(z.enum(ENTITY_TYPES), z.enum(MODES, { error: MODE }), {
    error: ({ code }) => (code === 'invalid_type' ? 'must be an object of kinds and their modes' : KIND),
  })
  .superRefine((given, context) => {
    for (const [kind, mode] of Object.entries(given) as [EntityType, Mode][]) {
      const problem = problemOfMode(kind, mode);
      if (problem) context.addIssue({ code: 'custom', path: [kind], message: problem });
    }
  });

function problemOfMode(kind: EntityType, mode: Mode): string | undefined {
  if (mode === 'block' && !kindOf(kind).mayBeBlocked)
    return 'must not be block: this kind is found only by meaning';
  if (mode === 'never' && !kindOf(kind).mayStay) return 'must not be never: this kind cannot be left out';
  return undefined;
}

const label = z
  .string({ error: 'must be 2 to 16 capital letters' })
  .regex(/^[A-Z]{2,16}$/, { error: 'must be 2 to 16 capital letters' })
  .refine((value) => !TAKEN.has(value), { error: 'must not be the label of a kind' });

const term = only({
  phrase: words.optional(),
  pattern: text(MAX_PATTERN_LENGTH).optional(),
  exact_case: flag.optional(),
  label: label.optional(),
}).superRefine(({ phrase, pattern, exact_case: exactCase }, context) => {
  const fault = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if ((phrase === undefined) === (pattern === undefined))
    return fault('phrase', 'must be given if there is no pattern, and absent otherwise');
  if (pattern === undefined) return;
  if (exactCase !== undefined)
    fault('exact_case', 'must be absent for a pattern; use (?i) in the pattern instead');
  const { problem } = TermFinder.checkPattern(pattern);
  if (problem) fault('pattern', problem);
});

const exception = only({
  value: words,
  kind: z.enum(ENTITY_TYPES, { error: KIND }).optional(),
}).superRefine(({ kind }, context) => {
  if (kind && !kindOf(kind).mayStay)
    context.addIssue({ code: 'custom', path: ['kind'], message: 'must not be a kind without exceptions' });
});

const group = z.string({ error: 'must be the id of a group' }).refine(isId, 'must be the id of a group');

const policy = only({
  modes: modes.default({}),
  internal: only({
    models: list(text(MAX_LENGTH), MAX_MODELS).default([]),
    modes: modes.default({}),
  }).default({
    models: [],
    modes: {},
  }),
  users_may_keep: flag.default(true),
  allow_unprotected: flag.default(true),
  default_kinds: list(z.enum(ENTITY_TYPES, { error: KIND }), ENTITY_TYPES.length)
    .min(1, { error: 'must name at least one kind' })
    .optional(),
  images: z.enum(IMAGE_RULES, { error: `must be one of ${IMAGE_RULES.join(', ')}` }).default('refused'),
  provider_storage: flag.optional(),
  share_originals: flag.optional(),
  mcp_tools: list(
    z.enum(OPTIONAL_MCP_TOOLS, { error: `must be one of ${OPTIONAL_MCP_TOOLS.join(', ')}` }),
    OPTIONAL_MCP_TOOLS.length,
  ).optional(),
  terms: list(term, MAX_TERMS).default([]),
  exceptions: list(exception, MAX_EXCEPTIONS).default([]),
  system_prompt: text(MAX_SYSTEM_PROMPT, 0).default(''),
  models: list(only({ model: text(MAX_LENGTH), groups: list(group, MAX_GROUPS) }), MAX_MODELS).default([]),
});

/**
 * Validates a policy document.
 *
 * @throws AppError `bad_request` that names each invalid field, such as `terms[3].phrase`, and quotes no values
 */
export function readPolicyDocument(given: unknown): PolicyDocument {
  const parsed = policy.safeParse(given);
  if (!parsed.success)
    throw faulty(parsed.error.issues.map(({ path, message }) => ({ field: nameOf(path), message })));
  const document = parsed.data satisfies PolicyDocument;
  const faults = faultsOfLists(document);
  if (faults.length > 0) throw faulty(faults);
  return document;
}

function faultsOfLists({
  terms,
  models,
  modes,
  internal,
  default_kinds: kinds = [],
}: PolicyDocument): FieldError[] {
  const faults: FieldError[] = [];
  kinds.forEach((kind, i) => {
    if (modes[kind] === 'never' || internal.modes[kind] === 'never')
      faults.push({ field: `default_kinds[${i}]`, message: 'must not be a kind with the mode never' });
  });
  const patterns = terms.flatMap(({ pattern }) => pattern ?? []);
  if (patterns.length > MAX_PATTERNS)
    faults.push({ field: 'terms', message: `must not have more than ${MAX_PATTERNS} patterns` });
  else if (
    patterns.reduce((sum, pattern) => sum + TermFinder.checkPattern(pattern).programSize, 0) > MAX_PROGRAMS
  )
    faults.push({ field: 'terms', message: 'must not have so many large patterns' });
  const names = models.map(({ model }) => model);
  const twice = names.findIndex((name, i) => names.indexOf(name) !== i);
  if (twice >= 0) faults.push({ field: `models[${twice}].model`, message: 'must not be named twice' });
  return faults;
}

/** Returns the error that names each invalid field. */
export function faulty(faults: readonly FieldError[]): AppError {
  const errors = faults.slice(0, SHOWN_FAULTS);
  return new AppError('bad_request', errors.map(({ field, message }) => `${field} ${message}`).join('; '), {
    errors,
  });
}

/** Returns a path such as `terms[3].phrase`; without a path, the policy itself. Omits names that the author chose. */
function nameOf(path: readonly PropertyKey[]): string {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`;
    else if (name.endsWith('modes') && !(ENTITY_TYPES as readonly PropertyKey[]).includes(part)) break;
    else name += `${name === '' ? '' : '.'}${String(part)}`;
  }
  return name === '' ? 'policy' : name;
}
