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
  @ApiProperty({
    enum: Object.keys(FAILURES),
    description: 'A stable code for programs; also in X-Error-Code',
  })
  code!: ErrorCode;
  @ApiPropertyOptional({ type: [FieldErrorDto], description: 'Only if single fields are invalid' })
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
  @ApiProperty({ type: String, nullable: true, description: 'The invalid field' }) param!: string | null;
  @ApiProperty({ type: String, nullable: true }) code!: string | null;
}

/** Failures below openai/v1, in OpenAI's form. */
export class OpenAiFailureDto {
  @ApiProperty() error!: OpenAiErrorDto;
}

class AnthropicErrorDto {
  @ApiProperty() type!: string;
  @ApiProperty() message!: string;
}

/** Failures below anthropic, in Anthropic's form. */
export class AnthropicFailureDto {
  @ApiProperty({ enum: ['error'] }) type!: string;
  @ApiProperty() error!: AnthropicErrorDto;
}

class GeminiErrorDto {
  @ApiProperty({ type: 'integer' }) code!: number;
  @ApiProperty() message!: string;
  @ApiProperty() status!: string;
}

/** Failures below gemini, in Google's form. */
export class GeminiFailureDto {
  @ApiProperty() error!: GeminiErrorDto;
}

/** Failures below presidio, in Presidio's form. */
export class PresidioFailureDto {
  @ApiProperty() error!: string;
}

/** Failures of SCIM (RFC 7644, section 3.12). */
export class ScimFailureDto {
  @ApiProperty({ type: [String] }) schemas!: string[];
  @ApiProperty({ description: 'The HTTP status' }) status!: string;
  @ApiPropertyOptional() scimType?: string;
  @ApiProperty() detail!: string;
}

/** A success without data. */
export class DoneDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
}

interface AnswerOptions {
  status?: number;
  description?: string;
  headers?: ApiResponseOptions['headers'];
}

/** Documents a success with the schema of its body and a real example. */
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

const failureExample = (
  status: number,
  message: string,
  fields: readonly string[] = [],
  code: ErrorCode = codeOfStatus(status),
): object => ({
  success: false,
  message,
  response_code: status,
  code,
  ...(fields.length > 0 && {
    errors: fields.map((field) => ({ field, message: message.replace(`${field} `, '') })),
  }),
});

/**
 * Documents a failure in the envelope of {ai_base}, with an example of its message. Failures of guards, limits and body
 * parsing are documented automatically (`derived-failures.ts`).
 */
export const ApiFailure = (status: number, message: string, fields?: readonly string[], code?: ErrorCode) =>
  ApiAnswer(FailureDto, failureExample(status, message, fields, code), { status });

/** Documents the failures with one status and several codes, with an example of each. */
export const ApiFailures = (status: number, messages: Partial<Record<ErrorCode, string>>) =>
  applyDecorators(
    ApiExtraModels(FailureDto),
    ApiResponse({
      status,
      description: '',
      content: {
        'application/json': {
          schema: { $ref: getSchemaPath(FailureDto) },
          examples: Object.fromEntries(
            Object.entries(messages).map(([code, message]) => [
              code,
              { value: failureExample(status, message, [], code as ErrorCode) },
            ]),
          ),
        },
      },
    }),
  );

/** Documents a failure in the format of {idm_base}. */
export const ApiLoginFailure = (status: number, errorMessage: string, description = '') =>
  ApiAnswer(
    LoginFailureDto,
    { errorDate: '2025-08-04T08:37:24.129+0000', errorMessage },
    { status, description },
  );
