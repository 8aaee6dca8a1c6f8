import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { ENTITY_TYPES } from '@app/anonymization';
import { PROTECTIONS } from '@app/audit';
import { EntityMapDto } from '../chat/chat.dto';
import { LimitField } from '../http/limit-field.decorator';
import { NOT_BLANK_FORM } from '../openapi/forms';

/** Selects a page of a growing list. */
export class PageDto {
  @LimitField(200)
  limit?: number;

  @ApiPropertyOptional({ description: 'next_cursor of the previous page' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

const INCLUDES = [
  'restored',
  'replacements',
  'restored,replacements',
  'passages',
  'restored,passages',
  'replacements,passages',
  'restored,replacements,passages',
  'versions',
  'restored,versions',
  'replacements,versions',
  'restored,replacements,versions',
  'passages,versions',
  'restored,passages,versions',
  'replacements,passages,versions',
  'restored,replacements,passages,versions',
] as const;

export class HistoryQueryDto extends PageDto {
  @ApiPropertyOptional({
    enum: INCLUDES,
    description:
      'restored: adds the texts that the caller wrote and read; replacements: adds the positions of ' +
      'replacements in anonymizedPrompt, and what was sent in addition to it; passages: adds what was sent of documents; versions: adds turnId and versions',
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

export class SearchSessionsDto {
  @ApiProperty({
    minLength: 2,
    maxLength: 200,
    description: 'All its words must occur in one turn, or in the name of a chat. 2 to 200 characters',
    example: 'anna contract',
  })
  @IsString()
  text!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'next_cursor of the previous answer, which continues the search',
  })
  @IsOptional()
  @IsString()
  cursor?: string | null;
}

const CASE_OF_CHAT = {
  type: String,
  format: 'uuid',
  nullable: true,
  description: 'The case of the chat, which may have ended; null: none',
} as const;

class FoundTurnDto {
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'The line around the first word, with the original values' }) excerpt!: string;
}

class FoundSessionDto {
  @ApiProperty() id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ format: 'date-time' }) last_used_at!: string;
  @ApiProperty(CASE_OF_CHAT) case_id!: string | null;
  @ApiPropertyOptional({ description: 'The newest turn with all words; absent if only the name has them' })
  turn?: FoundTurnDto;
}

export class FoundSessionsDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: [FoundSessionDto] }) data!: FoundSessionDto[];
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The last use of the oldest chat that was searched; null if there was none left to search',
  })
  searched_until!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Null if all chats were searched' })
  next_cursor!: string | null;
}

export class ChatListDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Chat names by chat id',
  })
  data!: Record<string, string>;
}

class PlacedReplacementDto {
  @ApiProperty({ type: 'integer', description: 'Offset in the text that was sent, in UTF-16 units' })
  start!: number;
  @ApiProperty({ type: 'integer' }) end!: number;
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: string;
  @ApiPropertyOptional({ description: 'The original value; absent if the policy removed it' })
  original?: string;
}

class SentBesideDto {
  @ApiProperty({ type: 'integer', description: 'The number of earlier turns' }) turns!: number;
  @ApiProperty({ type: 'integer', description: "The number of passages of the chat's documents" })
  passages!: number;
  @ApiProperty({ description: "Whether the policy's system prompt was sent too" }) systemPrompt!: boolean;
  @ApiPropertyOptional({ description: 'Whether the instruction of an assistant was sent too; absent if not' })
  instruction?: boolean;
  @ApiPropertyOptional({ type: 'integer', description: 'The number of images; absent if there are none' })
  images?: number;
  @ApiPropertyOptional({
    type: 'integer',
    description:
      'The number of values that were replaced in the passages and the instruction; absent for turns of earlier versions',
  })
  replaced?: number;
}

class SentPassagesDto {
  @ApiProperty({ description: 'The id of the document' }) doc!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Consecutive passages as they were sent; null if the document was deleted',
  })
  text!: string | null;
  @ApiProperty({ type: [PlacedReplacementDto], description: 'The replacements in text, in order' })
  replacements!: PlacedReplacementDto[];
}

class SentInstructionDto {
  @ApiProperty({ description: 'The instruction as it was sent' }) text!: string;
  @ApiProperty({ type: [PlacedReplacementDto], description: 'The replacements in text, in order' })
  replacements!: PlacedReplacementDto[];
}

class PromptEntryDto {
  @ApiProperty({ enum: ['text', 'image'] }) responseType!: string;
  @ApiProperty() originalPrompt!: string;
  @ApiProperty({ description: 'The prompt as it was sent' }) anonymizedPrompt!: string;
  @ApiProperty({ description: 'The answer with its replacements; for an image, a new link' })
  response!: string;
  @ApiPropertyOptional({ description: 'Only with include=restored, like the next three fields' })
  replacedResponse?: string;
  @ApiPropertyOptional() createdAt?: string;
  @ApiPropertyOptional() model?: string;
  @ApiPropertyOptional({ description: 'The document that was attached to this turn, or empty' }) doc?: string;
  @ApiPropertyOptional({
    type: [String],
    description: 'Only with include=restored: all documents and images that were attached to this turn',
  })
  docs?: string[];
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', nullable: true },
    description: 'Only with include=restored: the file names of docs; null for a deleted document',
  })
  docNames?: (string | null)[];
  @ApiPropertyOptional({
    type: [PlacedReplacementDto],
    description: 'Only with include=replacements, in order',
  })
  replacements?: PlacedReplacementDto[];
  @ApiPropertyOptional({
    type: SentBesideDto,
    description: 'Only with include=replacements; absent for images and for turns of earlier versions',
  })
  sentBeside?: SentBesideDto;
  @ApiPropertyOptional({
    type: [SentPassagesDto],
    description: 'Only with include=passages; absent for images and for turns of earlier versions',
  })
  passages?: SentPassagesDto[];
  @ApiPropertyOptional({
    type: SentInstructionDto,
    description: 'Only with include=passages, in chats that were started with an assistant',
  })
  instruction?: SentInstructionDto;
  @ApiPropertyOptional({
    enum: PROTECTIONS,
    description:
      'Only with include=replacements, like the next two fields; absent for turns of earlier versions',
  })
  protection?: string;
  @ApiPropertyOptional({ description: 'Why the answer ended: stop, length, content_filter, stopped' })
  finishReason?: string;
  @ApiPropertyOptional({ description: 'Whether the caller stopped the answer' }) stopped?: boolean;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'If the answer continues the previous one: the offset in the previous replacedResponse',
  })
  continuesAt?: number;
  @ApiPropertyOptional({ description: 'Only with include=versions, like the next field' }) turnId?: string;
  @ApiPropertyOptional({
    type: [String],
    description: 'The ids of all versions of this turn, the oldest first; turnId is one of them',
  })
  versions?: string[];
}

class AssistantOfChatDto {
  @ApiProperty({ format: 'uuid', description: 'It may have been deleted, or changed since' })
  assistant_id!: string;
  @ApiProperty({ type: 'integer' }) version!: number;
  @ApiProperty() name!: string;
  @ApiProperty({ description: 'With the texts of its variables' }) instruction!: string;
}

class ChatHistoryDto {
  @ApiProperty() anonymized_values!: EntityMapDto;
  @ApiPropertyOptional({ description: 'Only with include=restored' }) detected_values?: EntityMapDto;
  @ApiPropertyOptional({
    type: AssistantOfChatDto,
    description: 'Only with include=restored, if the chat was started with an assistant',
  })
  assistant?: AssistantOfChatDto;
  @ApiProperty({ type: [PromptEntryDto] }) prompts!: PromptEntryDto[];
}

export class HistoryDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: 'integer', enum: [200] }) response_code!: number;
  @ApiProperty() data!: ChatHistoryDto;
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Only with limit; null on the last page',
  })
  next_cursor?: string | null;
}

class ListedSessionDto {
  @ApiProperty() id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() created_at!: string;
  @ApiProperty() last_used_at!: string;
  @ApiProperty() pinned!: boolean;
  @ApiProperty(CASE_OF_CHAT) case_id!: string | null;
}

export class SessionsDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: [ListedSessionDto] }) data!: ListedSessionDto[];
  @ApiProperty({ type: String, nullable: true, description: 'Null on the last page' })
  next_cursor!: string | null;
}
