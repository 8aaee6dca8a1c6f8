import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { AppError, type FieldError } from '@app/common';

/** Checks bodies, parameters and queries against their DTOs. Unknown fields are dropped (contract 1). */
export const requestValidation = new ValidationPipe({
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
