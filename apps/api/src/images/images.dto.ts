import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsString, Matches, MaxLength } from 'class-validator';
import { ChatIdField } from '../chat/chat.dto';

const MAX_PROMPT_LENGTH = 4_000;

export class GenerateImageDto {
  @ApiProperty({ description: 'What the image shows, at most 4,000 characters', example: 'A red bicycle' })
  @Matches(/\S/, { message: 'must not be empty or blank' })
  @MaxLength(MAX_PROMPT_LENGTH, { message: `must not have more than ${MAX_PROMPT_LENGTH} characters` })
  @IsString()
  prompt!: string;

  @ChatIdField()
  chat_id?: string | null;
}

/** What a signed link carries; whatever else is there, the link is not one of ours. */
export class SignedLinkDto {
  @ApiProperty({ type: String, description: 'Unix seconds', example: '1763812800' })
  @Allow()
  expires?: unknown;

  @ApiProperty({ type: String, example: 'kq3v...' })
  @Allow()
  signature?: unknown;
}

export class ImageDto {
  @ApiProperty() chat_id!: string;
  @ApiProperty({ description: 'Needs no token, and expires' }) image_url!: string;
}
