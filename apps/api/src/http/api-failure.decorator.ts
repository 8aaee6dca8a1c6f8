import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/** Documents a failure in the envelope of {ai_base}, with an example of its message. */
export const ApiFailure = (status: number, message: string, fields: readonly string[] = []) =>
  ApiResponse({
    status,
    schema: {
      example: {
        success: false,
        message,
        response_code: status,
        ...(fields.length > 0 && {
          errors: fields.map((field) => ({ field, message: message.replace(`${field} `, '') })),
        }),
      },
    },
  });

/** What every route under {ai_base} may answer. */
export const ApiUsualFailures = () =>
  applyDecorators(
    ApiFailure(401, 'The header Authorization is missing; expected Bearer <JWT_TOKEN>'),
    ApiFailure(503, 'The service cannot reach its database; try again in a few seconds'),
  );

/** What every route with a JSON body may answer. */
export const ApiBodyFailures = () =>
  applyDecorators(
    ApiUsualFailures(),
    ApiFailure(413, 'The body is too large: at most 1048576 bytes are accepted'),
    ApiFailure(415, 'Content-Type must be application/json'),
  );
