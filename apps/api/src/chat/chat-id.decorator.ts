import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

/** The field `chat_id`: whether it is one of the caller's chats is for the use case to say. */
export const ChatIdField = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: String,
      nullable: true,
      description: 'Empty or absent: a new chat',
      example: '',
    }),
    IsOptional(),
    IsString(),
  );
