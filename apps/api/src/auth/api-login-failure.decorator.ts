import { applyDecorators } from '@nestjs/common';
import { ApiAnswer } from '../http/api-answer.decorator';
import { LoginFailureDto } from '../http/failure.dto';

/** Room for the longest user name and password, each character escaped: nobody without an account may send more. */
export const LOGIN_BODY_BYTES = 16 * 1024;

/** Documents a failure in the form of {idm_base}. */
export const ApiLoginFailure = (status: number, errorMessage: string, description = '') =>
  ApiAnswer(
    LoginFailureDto,
    { errorDate: '2025-08-04T08:37:24.129+0000', errorMessage },
    { status, description },
  );

/** What every route with a JSON body under {idm_base} may answer. */
export const ApiLoginBodyFailures = () =>
  applyDecorators(
    ApiLoginFailure(413, `The body is too large: at most ${LOGIN_BODY_BYTES} bytes are accepted`),
    ApiLoginFailure(
      429,
      'Too many requests from one address: 600 a minute are allowed; try again in 12 s',
      'Also after too many failed logins',
    ),
    ApiLoginFailure(415, 'Content-Type must be application/json'),
    ApiLoginFailure(503, 'The service cannot reach its database; try again in a few seconds'),
  );
