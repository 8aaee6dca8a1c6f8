import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { AppError, type FieldError } from '@app/common';
import { knownFields } from './known-fields';

/** Drops unknown fields (contract: Addresses and the envelope) before the library sees them: its work grows with their square. */
class KnownFieldsPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype } = metadata;
    const isDto = metatype !== undefined && this.toValidate(metadata);
    return super.transform(isDto ? knownFields(value, metatype) : value, metadata);
  }
}

/** Checks bodies, parameters and queries against their DTOs. */
export const requestValidation = new KnownFieldsPipe({
  transform: true,
  whitelist: true,
  forbidUnknownValues: false,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
  exceptionFactory: (failures) => invalid(failures.flatMap((failure) => fieldErrors(failure))),
});

function invalid(errors: readonly FieldError[]): AppError {
  return new AppError('bad_request', errors.map(({ field, message }) => `${field} ${message}`).join('; '), {
    errors,
  });
}

function fieldErrors(failure: ValidationError, parent = ''): FieldError[] {
  const field = parent ? `${parent}.${failure.property}` : failure.property;
  const own = Object.values(failure.constraints ?? {}).map((message) => ({
    field,
    message: message.replace(`${failure.property} `, ''),
  }));
  return [...own, ...(failure.children ?? []).flatMap((child) => fieldErrors(child, field))];
}
