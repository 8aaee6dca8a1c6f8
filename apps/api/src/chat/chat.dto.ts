import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString } from 'class-validator';
import { PersonalTextDto } from '../anonymize/personal-text.dto';
import { ChatIdField } from './chat-id.decorator';

export class ChatDto extends PersonalTextDto {
  @ChatIdField()
  chat_id?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The id of an uploaded file; empty or absent: none',
    example: '',
  })
  @IsOptional()
  @IsString()
  doc?: string | null;

  @ApiPropertyOptional({
    description: 'Whether the choices are to be hidden; required, in this spelling or as anonymize',
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  anonymized?: boolean;

  @ApiPropertyOptional({ description: 'The same as anonymized' })
  @IsOptional()
  @IsBoolean()
  anonymize?: boolean;
}
