import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EntityMapDto } from '../chat/chat-answers.dto';

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

class SessionDto {
  @ApiProperty() id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() created_at!: string;
  @ApiProperty() last_used_at!: string;
}

export class SessionsDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: [SessionDto] }) data!: SessionDto[];
  @ApiProperty({ type: String, nullable: true, description: 'Null on the last page' })
  next_cursor!: string | null;
}
