import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** The field `webhook_url`: whether it may be delivered to is for the use case to say. */
export const WebhookUrlField = () =>
  applyDecorators(
    ApiProperty({
      description: 'An https address that this service may deliver to',
      example: 'https://localhost:8443/webhook',
    }),
    IsString(),
  );
