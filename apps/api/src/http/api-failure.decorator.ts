import { applyDecorators } from '@nestjs/common';
import { ApiAnswer } from './api-answer.decorator';
import { FailureDto } from './failure.dto';

/** Documents a failure in the envelope of {ai_base}, with an example of its message. */
export const ApiFailure = (status: number, message: string, fields: readonly string[] = []) =>
  ApiAnswer(
    FailureDto,
    {
      success: false,
      message,
      response_code: status,
      ...(fields.length > 0 && {
        errors: fields.map((field) => ({ field, message: message.replace(`${field} `, '') })),
      }),
    },
    { status },
  );

/** What every route under {ai_base} may answer. */
export const ApiUsualFailures = () =>
  applyDecorators(
    ApiFailure(401, 'The header Authorization is missing; expected Bearer <JWT_TOKEN>'),
    ApiFailure(503, 'The service cannot reach its database; try again in a few seconds'),
  );

/** What every route with a JSON body may answer. @param maxBytes of the body */
export const ApiBodyFailures = (maxBytes = 1_048_576) =>
  applyDecorators(
    ApiUsualFailures(),
    ApiFailure(413, `The body is too large: at most ${maxBytes} bytes are accepted`),
    ApiFailure(415, 'Content-Type must be application/json'),
  );

/** What a route with a limit answers where it is reached. */
export const ApiRateLimited = (perMinute: number) =>
  ApiFailure(429, `Too many requests: ${perMinute} a minute are allowed; try again in 12 s`);
