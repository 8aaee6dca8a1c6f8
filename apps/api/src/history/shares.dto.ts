import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import { ENTITY_TYPES } from '@app/anonymization';
import type { OwnShare, SharedChat } from '@app/sessions';
import { ListDto } from '../admin/page.dto';
import { IsTime } from '../http/is-time';
import { DoneDto } from '../openapi/api-answer.decorator';

/** The fields of a new link to a chat. */
export class ShareSessionDto {
  @ApiPropertyOptional({
    description:
      'Whether readers see the original values; only if the policy has share_originals. If absent: false',
  })
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  originals?: boolean;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'When the link ends, at most 30 days from now. If absent: in 30 days',
  })
  @IsOptional()
  @IsTime('must be a time like 2027-01-31T12:00:00Z')
  expires_at?: string;
}

class ShareDto {
  @ApiProperty({ format: 'uuid' }) share_id!: string;
  @ApiProperty({ description: 'Whether readers see the original values' }) originals!: boolean;
  @ApiProperty({ type: 'integer', description: 'The number of turns that are shared' }) turns!: number;
  @ApiProperty({
    type: 'integer',
    description:
      'The number of turns in which not every kind was hidden. Readers see the values that were sent in them',
  })
  partly_hidden!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}

export class ShareAnswerDto extends DoneDto {
  @ApiProperty({ type: ShareDto }) data!: ShareDto;
}

class SharedReplacementDto {
  @ApiProperty({ type: 'integer', description: 'Offset in UTF-16 units' }) start!: number;
  @ApiProperty({ type: 'integer' }) end!: number;
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: string;
}

class SharedTurnDto {
  @ApiProperty({ enum: ['text', 'image'] }) response_type!: string;
  @ApiProperty() model!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'With replacements, as it was sent, unless `originals` is true' })
  prompt!: string;
  @ApiProperty({ description: 'With replacements, unless `originals` is true; for an image, a new link' })
  response!: string;
  @ApiProperty({ type: [SharedReplacementDto], description: 'The replacements in `prompt`, in order' })
  replacements!: SharedReplacementDto[];
}

class SharedChatDto {
  @ApiProperty({ description: 'The name of the chat; with replacements, the beginning of its first prompt' })
  name!: string;
  @ApiProperty({ description: 'The user who shared it' }) shared_by!: string;
  @ApiProperty() originals!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}

export class SharedChatAnswerDto extends ListDto {
  @ApiProperty({ type: SharedChatDto }) chat!: SharedChatDto;
  @ApiProperty({ type: [SharedTurnDto] }) data!: SharedTurnDto[];
}

export const toShareDto = (share: OwnShare): ShareDto => ({
  share_id: share.id,
  originals: share.originals,
  turns: share.turns,
  partly_hidden: share.partlyHidden,
  created_at: share.createdAt.toISOString(),
  expires_at: share.expiresAt.toISOString(),
});

/** @param imageUrl creates a new link to an image */
export const toSharedChat = (chat: SharedChat, sharedBy: string, imageUrl: (turnId: string) => string) => ({
  chat: {
    name: chat.name,
    shared_by: sharedBy,
    originals: chat.originals,
    created_at: chat.sharedAt.toISOString(),
    expires_at: chat.expiresAt.toISOString(),
  },
  data: chat.turns.map((turn) => ({
    response_type: turn.responseType,
    model: turn.model,
    created_at: turn.createdAt.toISOString(),
    prompt: turn.prompt,
    response: turn.responseType === 'image' ? imageUrl(turn.id) : turn.answer,
    replacements: turn.replacements,
  })),
  next_cursor: chat.nextCursor,
});

/** The link of the examples. */
export const SHARE: ShareDto = {
  share_id: '019aa5c3-11c2-7a41-8c55-2f0f5c1f9d31',
  originals: false,
  turns: 1,
  partly_hidden: 0,
  created_at: '2026-11-21T09:10:00.000Z',
  expires_at: '2026-12-21T09:10:00.000Z',
};
