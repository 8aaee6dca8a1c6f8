import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, getSchemaPath, type ApiResponseOptions } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString } from 'class-validator';
import type { EntityType } from '@app/anonymization';
import type { ChatResult } from '@app/sessions';
import { PersonalTextDto } from '../anonymize/personal-text';
import { MODEL_CALL_HEADERS } from '../http/model-call-headers';

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
    type: Boolean,
    nullable: true,
    description: 'Whether the choices are to be hidden; required, in this spelling or as anonymize',
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  anonymized?: boolean | null;

  @ApiPropertyOptional({ type: Boolean, nullable: true, description: 'The same as anonymized' })
  @IsOptional()
  @IsBoolean()
  anonymize?: boolean | null;
}

export class ContinueDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Absent or null: the model of the answer',
    example: 'demo-echo',
  })
  @IsOptional()
  @IsString()
  model?: string | null;
}

/** Values by type; only types that have any. */
export class EntityMapDto implements Partial<Record<EntityType, string[]>> {
  @ApiPropertyOptional({ type: [String] }) Names?: string[];
  @ApiPropertyOptional({ type: [String] }) Emails?: string[];
  @ApiPropertyOptional({ type: [String] }) Phone?: string[];
  @ApiPropertyOptional({ type: [String] }) Addresses?: string[];
  @ApiPropertyOptional({ type: [String] }) BankAccounts?: string[];
  @ApiPropertyOptional({ type: [String] }) Birthdates?: string[];
  @ApiPropertyOptional({ type: [String] }) Cards?: string[];
  @ApiPropertyOptional({ type: [String] }) Dates?: string[];
  @ApiPropertyOptional({ type: [String] }) IdNumbers?: string[];
  @ApiPropertyOptional({ type: [String] }) IpAddresses?: string[];
  @ApiPropertyOptional({ type: [String] }) Locations?: string[];
  @ApiPropertyOptional({ type: [String] }) Organizations?: string[];
  @ApiPropertyOptional({ type: [String] }) Plates?: string[];
  @ApiPropertyOptional({ type: [String] }) References?: string[];
  @ApiPropertyOptional({ type: [String] }) Secrets?: string[];
  @ApiPropertyOptional({ type: [String] }) Terms?: string[];
  @ApiPropertyOptional({ type: [String] }) Urls?: string[];
  @ApiPropertyOptional({ type: [String] }) Usernames?: string[];
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

/** The documented body of POST chat; total_tokens is a string there. */
export const chatResult = (result: ChatResult) => ({
  session_id: result.chatId,
  anonymized_prompt: result.anonymizedPrompt,
  replaced_response: result.replacedResponse,
  anonymized_values: result.anonymizedValues,
  total_tokens: String(result.totalTokens),
});

const ECHO =
  'This is demo-echo, not a language model: it only repeats what a provider would have been sent.\n\n';
const PROMPT = 'Write to Anna Schmidt, anna.schmidt@example.com, or call +49 30 23125 123.';
const HIDDEN = 'Write to [NAME_1], [EMAIL_1], or call [PHONE_1].';

export const CHAT_ID = '019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d';
export const CHAT_NAME = 'Write to Anna Schmidt, anna.schmidt@example.com, or call +49';

const RESULT = {
  session_id: CHAT_ID,
  anonymized_prompt: HIDDEN,
  replaced_response: ECHO + PROMPT,
  anonymized_values: { Emails: ['[EMAIL_1]'], Phone: ['[PHONE_1]'], Names: ['[NAME_1]'] },
  total_tokens: '118',
};

const eventsOf = (start: object, text: string, result: object): string =>
  [
    ['start', { session_id: CHAT_ID, ...start }],
    ['delta', { text }],
    ['meta', { finish_reason: 'stop', protection: 'some' }],
    ['result', result],
  ]
    .map(([event, data]) => `event: ${event as string}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');

/** One body for both forms of the answer. */
export const CHAT_RESPONSE: ApiResponseOptions = {
  status: 200,
  description: 'The turn is kept, and its answer restored',
  headers: {
    ...MODEL_CALL_HEADERS,
    'X-Finish-Reason': {
      description: 'Why the answer ended, as the provider says: stop, length, content_filter; not of streams',
      schema: { type: 'string' },
    },
  },
  content: {
    'application/json': { schema: { $ref: getSchemaPath(ChatResultDto) }, example: RESULT },
    'text/event-stream': {
      schema: { type: 'string' },
      example: eventsOf({}, 'Write to Anna Schmidt', RESULT),
    },
  },
};

const CONTINUED = {
  session_id: CHAT_ID,
  anonymized_prompt:
    'Continue your last answer exactly where it ended. Repeat nothing of it, and add no introduction.',
  replaced_response: 'Anna Schmidt.',
  anonymized_values: {},
  total_tokens: '154',
};

/** The same, and where in the answer before the new text begins. */
export const CONTINUE_RESPONSE: ApiResponseOptions = {
  ...CHAT_RESPONSE,
  headers: {
    ...CHAT_RESPONSE.headers,
    'X-Continues-At': {
      description:
        'The offset in the answer before at which the new text goes on, in UTF-16 code units; of streams in the event `start`',
      schema: { type: 'integer', minimum: 0, example: 9 },
    },
  },
  content: {
    'application/json': { schema: { $ref: getSchemaPath(ChatResultDto) }, example: CONTINUED },
    'text/event-stream': {
      schema: { type: 'string' },
      example: eventsOf({ continues_at: 9 }, CONTINUED.replaced_response, CONTINUED),
    },
  },
};

export const HISTORY = {
  success: true,
  message: 'Chat history',
  response_code: 200,
  data: {
    anonymized_values: RESULT.anonymized_values,
    prompts: [
      { responseType: 'text', originalPrompt: PROMPT, anonymizedPrompt: HIDDEN, response: ECHO + HIDDEN },
    ],
  },
};
