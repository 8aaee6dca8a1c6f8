import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { ENTITY_TYPES } from '@app/anonymization';
import { PROTECTIONS } from '@app/audit';
import { EntityMapDto } from '../chat/chat.dto';
import { NOT_BLANK_FORM } from '../openapi/forms';

const LIMIT = 'must be a whole number from 1 to 200';

/** A page of a list that grows. */
export class PageDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200 })
  @IsOptional()
  @Max(200, { message: LIMIT })
  @Min(1, { message: LIMIT })
  @IsInt({ message: LIMIT })
  @Type(() => Number)
  limit?: number;

  @ApiPropertyOptional({ description: 'next_cursor of the page before' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

const INCLUDES = ['restored', 'replacements', 'restored,replacements'] as const;

export class HistoryQueryDto extends PageDto {
  @ApiPropertyOptional({
    enum: INCLUDES,
    description:
      'restored: adds what the caller wrote and read; replacements: where replacements stand in anonymizedPrompt, ' +
      'and how much was sent with it',
  })
  @IsOptional()
  @IsIn(INCLUDES)
  include?: (typeof INCLUDES)[number];
}

export class RenameSessionDto {
  @ApiProperty({
    format: 'uuid',
    description: 'The id of one of your chats',
    example: '019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d',
  })
  @IsString()
  session_id!: string;

  @ApiProperty({
    ...NOT_BLANK_FORM,
    maxLength: 200,
    description: '1 to 200 characters',
    example: 'Letter to a customer',
  })
  @IsString()
  new_name!: string;
}

export class ChatListDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Chat id to chat name',
  })
  data!: Record<string, string>;
}

class PlacedReplacementDto {
  @ApiProperty({ type: 'integer', description: 'In anonymizedPrompt, in UTF-16 units' }) start!: number;
  @ApiProperty({ type: 'integer' }) end!: number;
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: string;
  @ApiPropertyOptional({ description: 'What stands behind it; absent where the policy removed that' })
  original?: string;
}

class SentBesideDto {
  @ApiProperty({ type: 'integer', description: 'Earlier turns' }) turns!: number;
  @ApiProperty({ type: 'integer', description: "Of the chat's documents" }) passages!: number;
  @ApiProperty({ description: "Whether the policy's system prompt was sent too" }) systemPrompt!: boolean;
}

class PromptEntryDto {
  @ApiProperty({ enum: ['text', 'image'] }) responseType!: string;
  @ApiProperty() originalPrompt!: string;
  @ApiProperty({ description: 'As it was sent then' }) anonymizedPrompt!: string;
  @ApiProperty({ description: 'The answer with its replacements; of an image, a fresh link' })
  response!: string;
  @ApiPropertyOptional({ description: 'With include=restored, as the next three' }) replacedResponse?: string;
  @ApiPropertyOptional() createdAt?: string;
  @ApiPropertyOptional() model?: string;
  @ApiPropertyOptional({ description: 'The document that this turn attached, or empty' }) doc?: string;
  @ApiPropertyOptional({ type: [PlacedReplacementDto], description: 'With include=replacements, in order' })
  replacements?: PlacedReplacementDto[];
  @ApiPropertyOptional({
    type: SentBesideDto,
    description: 'With include=replacements; absent of an image, and of a turn that an earlier version kept',
  })
  sentBeside?: SentBesideDto;
  @ApiPropertyOptional({
    enum: PROTECTIONS,
    description:
      'With include=replacements, as the next two; absent of a turn that an earlier version stored',
  })
  protection?: string;
  @ApiPropertyOptional({ description: 'Why the answer ended: stop, length, content_filter, stopped' })
  finishReason?: string;
  @ApiPropertyOptional({ description: 'Whether its caller stopped the answer' }) stopped?: boolean;
  @ApiPropertyOptional({
    type: 'integer',
    description:
      'Of an answer that continues the one before it: from which offset of its replacedResponse on',
  })
  continuesAt?: number;
}

class ChatHistoryDto {
  @ApiProperty() anonymized_values!: EntityMapDto;
  @ApiPropertyOptional({ description: 'With include=restored' }) detected_values?: EntityMapDto;
  @ApiProperty({ type: [PromptEntryDto] }) prompts!: PromptEntryDto[];
}

export class HistoryDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: 'integer', enum: [200] }) response_code!: number;
  @ApiProperty() data!: ChatHistoryDto;
  @ApiPropertyOptional({ type: String, nullable: true, description: 'With limit; null on the last page' })
  next_cursor?: string | null;
}

class ListedSessionDto {
  @ApiProperty() id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() created_at!: string;
  @ApiProperty() last_used_at!: string;
}

export class SessionsDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: [ListedSessionDto] }) data!: ListedSessionDto[];
  @ApiProperty({ type: String, nullable: true, description: 'Null on the last page' })
  next_cursor!: string | null;
}
