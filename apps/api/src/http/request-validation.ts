import { ValidationPipe, type ArgumentMetadata, type Type, type ValidationError } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { AppError, type FieldError } from '@app/common';
import { missingBody } from './json-body.interceptor';

/**
 * Drops unknown fields (contract: Addresses and the envelope) before class-validator sees them, because its work grows
 * with the square of their number.
 */
class KnownFieldsPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype, type } = metadata;
    if (type === 'body' && value === undefined) throw missingBody();
    const isDto = metatype !== undefined && this.toValidate(metadata);
    return super.transform(isDto ? knownFields(value, metatype) : value, metadata);
  }
}

/** Validates bodies, parameters and queries against their DTOs. */
export const requestValidation = new KnownFieldsPipe({
  transform: true,
  whitelist: true,
  forbidUnknownValues: false,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
  exceptionFactory: (failures) => allInvalid(failures.flatMap((failure) => fieldErrors(failure))),
});

function allInvalid(errors: readonly FieldError[]): AppError {
  return new AppError('bad_request', errors.map(({ field, message }) => `${field} ${message}`).join('; '), {
    errors,
  });
}

function fieldErrors(failure: ValidationError, parent = ''): FieldError[] {
  const field = parent ? `${parent}.${failure.property}` : failure.property;
  const name = `${failure.property} `;
  const own = Object.values(failure.constraints ?? {}).map((message) => ({
    field,
    // The messages of class-validator begin with the name. Those of the DTOs may contain it as a word.
    message: message.startsWith(name) ? message.slice(name.length) : message,
  }));
  return [...own, ...(failure.children ?? []).flatMap((child) => fieldErrors(child, field))];
}

/** The fields of a DTO, with the class of each nested DTO. */
type Fields = ReadonlyMap<string, Type | undefined>;

const known = new Map<Type, Fields>();

/**
 * Returns a copy of a request value with only the fields that its DTO and nested DTOs declare. The cost of transforming
 * and validating it then depends on declared fields only.
 */
export function knownFields(value: unknown, dto: Type): unknown {
  if (Array.isArray(value)) return value.map((one) => knownFields(one, dto));
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [field, inner] of fieldsOf(dto)) {
    if (!Object.hasOwn(value, field)) continue;
    const given = (value as Record<string, unknown>)[field];
    kept[field] = inner ? knownFields(given, inner) : given;
  }
  return kept;
}

function fieldsOf(dto: Type): Fields {
  const cached = known.get(dto);
  if (cached) return cached;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const fields = new Map<string, Type | undefined>();
  for (const { propertyName, type } of rules) {
    const held = type === 'nestedValidation' ? heldBy(dto, propertyName) : undefined;
    fields.set(propertyName, held ?? fields.get(propertyName));
  }
  known.set(dto, fields);
  return fields;
}

/** Returns the class that `@Type` names for a field with `@ValidateNested`. */
function heldBy(dto: Type, field: string): Type | undefined {
  const instance = plainToInstance(dto, { [field]: {} }) as Readonly<Record<string, unknown>>;
  const held = instance[field]?.constructor as Type | undefined;
  return held === Object ? undefined : held;
}
