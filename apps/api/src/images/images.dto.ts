import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

const MAX_PROMPT_LENGTH = 4_000;

export class GenerateImageDto {
  @ApiProperty({ description: 'What the image shows, at most 4,000 characters', example: 'A red bicycle' })
  @Matches(/\S/, { message: 'must not be empty or blank' })
  @MaxLength(MAX_PROMPT_LENGTH, { message: `must not have more than ${MAX_PROMPT_LENGTH} characters` })
  @IsString()
  prompt!: string;

  @ApiPropertyOptional({ description: 'Empty or absent: a new chat', example: '' })
  @IsOptional()
  @IsString()
  chat_id?: string | null;
}

/** What a signed link carries; whatever else is there, the link is not one of ours. */
export class SignedLinkDto {
  @ApiProperty({ description: 'Unix seconds', example: '1763812800' })
  @Allow()
  expires?: unknown;

  @ApiProperty({ example: 'kq3v...' })
  @Allow()
  signature?: unknown;
}

export class ImageDto {
  @ApiProperty({ example: '019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d' }) chat_id!: string;
  @ApiProperty({
    description: 'Needs no token, and expires',
    example:
      'http://localhost:3000/ai/v1/images/019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10?expires=1763812800&signature=kq3v',
  })
  image_url!: string;
}
