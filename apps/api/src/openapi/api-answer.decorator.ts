import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath, type ApiResponseOptions } from '@nestjs/swagger';
import { FailureDto, LoginFailureDto } from './failure.dto';

interface AnswerOptions {
  status?: number;
  description?: string;
  headers?: ApiResponseOptions['headers'];
}

/** Documents a success: the form of its body, and one that the service really gives. */
export const ApiAnswer = (
  type: Type,
  example: object,
  { status = 200, description = '', headers }: AnswerOptions = {},
) =>
  applyDecorators(
    ApiExtraModels(type),
    ApiResponse({
      status,
      description,
      ...(headers && { headers }),
      content: { 'application/json': { schema: { $ref: getSchemaPath(type) }, example } },
    }),
  );

/**
 * Documents a failure in the envelope of {ai_base}, with an example of its message. What guards, limits and the
 * reading of bodies refuse is documented by itself (`derived-failures.ts`).
 */
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

/** The same in the form of {idm_base}. */
export const ApiLoginFailure = (status: number, errorMessage: string, description = '') =>
  ApiAnswer(
    LoginFailureDto,
    { errorDate: '2025-08-04T08:37:24.129+0000', errorMessage },
    { status, description },
  );
