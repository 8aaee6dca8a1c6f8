import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Values by type; only types that have any. */
export class EntityMapDto {
  @ApiPropertyOptional({ type: [String] }) Emails?: string[];
  @ApiPropertyOptional({ type: [String] }) Names?: string[];
  @ApiPropertyOptional({ type: [String] }) Phone?: string[];
}

export class AnonymizedTextDto {
  @ApiProperty() anonymized_prompt!: string;
  @ApiProperty() anonymized_values!: EntityMapDto;
  @ApiProperty({ description: 'What each of anonymized_values replaced, at the same place' })
  detected_values!: EntityMapDto;
}

export class ChatResultDto {
  @ApiProperty({ description: 'The chat' }) session_id!: string;
  @ApiProperty({ description: 'The prompt as it was sent' }) anonymized_prompt!: string;
  @ApiProperty({ description: "The answer with the caller's own values" }) replaced_response!: string;
  @ApiProperty({ description: 'The replacements in anonymized_prompt' }) anonymized_values!: EntityMapDto;
  @ApiProperty({ description: 'Digits: what the call cost' }) total_tokens!: string;
}

class ModelDto {
  @ApiProperty() id!: string;
}

export class ModelsDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: [ModelDto] }) data!: ModelDto[];
}
