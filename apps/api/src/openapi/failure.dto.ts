import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class FieldErrorDto {
  @ApiProperty() field!: string;
  @ApiProperty() message!: string;
}

/** The envelope of failures under {ai_base} (contract: Addresses and the envelope). */
export class FailureDto {
  @ApiProperty({ enum: [false] }) success!: boolean;
  @ApiProperty({ description: 'What is wrong, and what to do' }) message!: string;
  @ApiProperty({ type: 'integer', description: 'The HTTP status' }) response_code!: number;
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
