import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath, type ApiResponseOptions } from '@nestjs/swagger';

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
