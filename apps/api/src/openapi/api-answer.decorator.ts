import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  getSchemaPath,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import { codeOfStatus, FAILURES, type ErrorCode } from '@app/common';

class FieldErrorDto {
  @ApiProperty() field!: string;
  @ApiProperty() message!: string;
}

/** The envelope of failures under {ai_base} (contract: Addresses and the envelope). */
export class FailureDto {
  @ApiProperty({ enum: [false] }) success!: boolean;
  @ApiProperty({ description: 'What is wrong, and what to do' }) message!: string;
  @ApiProperty({ type: 'integer', description: 'The HTTP status' }) response_code!: number;
  @ApiProperty({ enum: Object.keys(FAILURES), description: 'What clients decide by; also in X-Error-Code' })
  code!: ErrorCode;
  @ApiPropertyOptional({ type: [FieldErrorDto], description: 'Only where single fields are at fault' })
  errors?: FieldErrorDto[];
}

/** Failures under {idm_base}. */
export class LoginFailureDto {
  @ApiProperty({ description: 'UTC, like 2025-08-04T08:37:24.129+0000' }) errorDate!: string;
  @ApiProperty() errorMessage!: string;
}

class OpenAiErrorDto {
  @ApiProperty() message!: string;
  @ApiProperty() type!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The field at fault' }) param!: string | null;
  @ApiProperty({ type: String, nullable: true }) code!: string | null;
}

/** Failures below openai/v1, in OpenAI's form. */
export class OpenAiFailureDto {
  @ApiProperty() error!: OpenAiErrorDto;
}

/** A success that has nothing more to say. */
export class DoneDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
}

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
export const ApiFailure = (
  status: number,
  message: string,
  fields: readonly string[] = [],
  code: ErrorCode = codeOfStatus(status),
) =>
  ApiAnswer(
    FailureDto,
    {
      success: false,
      message,
      response_code: status,
      code,
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
