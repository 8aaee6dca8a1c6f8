import { applyDecorators } from '@nestjs/common';
import {
  ApiProperty,
  ApiPropertyOptional,
  getSchemaPath,
  IntersectionType,
  PartialType,
  PickType,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsObject, IsOptional, IsString } from 'class-validator';
import { ENTITY_TYPES, kindOf } from '@app/anonymization';
import type { AssistantRequest } from '@app/assistants';
import { invalid } from '@app/common';
import type { ChatResult } from '@app/sessions';
import { CaseIdField, PersonalTextDto } from '../anonymize/personal-text.dto';
import { MODEL_CALL_HEADERS } from '../http/model-call';

/** Declares the field `chat_id`. The use case checks that the chat is one of the caller's. */
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

const TURN_ID = '019aa5c1-9b04-7c55-8d36-2f7f0b0f8a12';

/** The limit for the documents, and for the pictures, of one turn. */
const MOST_ATTACHED = 10;
const IDS_MESSAGE = `must be a list of at most ${MOST_ATTACHED} ids`;

/** Declares the field `docs`. The use case checks that the documents are the caller's. */
export const DocsField = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ type: [String], nullable: true, maxItems: MOST_ATTACHED, description }),
    IsOptional(),
    ArrayMaxSize(MOST_ATTACHED, { message: IDS_MESSAGE }),
    IsString({ each: true, message: IDS_MESSAGE }),
    IsArray({ message: IDS_MESSAGE }),
  );

/** Returns the documents that a request names. @throws AppError `bad_request` if there are too many */
export function readDocs({
  doc,
  docs,
}: Pick<ChatDto, 'doc' | 'docs'>): { ids: readonly string[]; field: 'doc' | 'docs' } | undefined {
  const ids = [...new Set([...(doc ? [doc] : []), ...(docs ?? [])])];
  if (ids.length > MOST_ATTACHED)
    throw invalid('docs', `must have at most ${MOST_ATTACHED} ids together with doc`);
  return ids.length === 0 ? undefined : { ids, field: docs?.length ? 'docs' : 'doc' };
}

/** Declares the field `assistant_id`. The use case checks that the caller may use the assistant. */
export const AssistantIdField = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, description }),
    IsOptional(),
    IsString(),
  );

/** Declares the field `variables`. The use case checks that they are those of the assistant. */
export const VariablesField = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 2_000 },
      nullable: true,
      description: 'A text for each variable of the assistant, by its name',
    }),
    IsOptional(),
    IsObject({ message: 'must be an object with a text for each variable' }),
  );

/** Returns the assistant that a request for a new chat names. @throws AppError `bad_request` if it has only variables */
export function readAssistant({
  assistant_id: id,
  variables,
}: Pick<ChatDto, 'assistant_id' | 'variables'>): AssistantRequest | undefined {
  if (id) return { id, variables: variables ?? {} };
  if (variables && Object.keys(variables).length > 0)
    throw invalid('variables', 'must be absent without assistant_id');
  return undefined;
}

export class ChatDto extends PersonalTextDto {
  @ChatIdField()
  chat_id?: string | null;

  @CaseIdField('The case of a new chat, which shares its replacements; a chat stays in its case')
  case_id?: string | null;

  @AssistantIdField(
    'The assistant of a new chat. The chat keeps the instruction of its present version; null or absent: none',
  )
  assistant_id?: string | null;

  @VariablesField()
  variables?: Record<string, string> | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The id of an uploaded file; empty or absent: none',
    example: '',
  })
  @IsOptional()
  @IsString()
  doc?: string | null;

  @DocsField('The ids of uploaded files that the chat uses from this turn on, beside `doc`')
  docs?: string[] | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    maxItems: MOST_ATTACHED,
    description:
      'The ids of uploaded pictures (.png, .jpg) that are sent with this prompt, if the policy allows images. Later ' +
      'turns send the text that OCR read in them',
  })
  @IsOptional()
  @ArrayMaxSize(MOST_ATTACHED, { message: IDS_MESSAGE })
  @IsString({ each: true, message: IDS_MESSAGE })
  @IsArray({ message: IDS_MESSAGE })
  images?: string[] | null;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description: 'Whether the choices are hidden; required, under this name or as anonymize',
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  anonymized?: boolean | null;

  @ApiPropertyOptional({ type: Boolean, nullable: true, description: 'Alias of anonymized' })
  @IsOptional()
  @IsBoolean()
  anonymize?: boolean | null;
}

export class ContinueDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'If absent or null: the model of the answer',
    example: 'demo-echo',
  })
  @IsOptional()
  @IsString()
  model?: string | null;
}

/** Names a turn of a chat by its id in history. */
export class VersionDto {
  @ApiProperty({
    description: 'An id from `versions` of GET history with include=versions',
    example: TURN_ID,
  })
  @IsString()
  turn_id!: string;
}

/** If a field other than `turn_id` is absent, that of the turn is used. */
export class RegenerateDto extends IntersectionType(
  VersionDto,
  PartialType(PickType(PersonalTextDto, ['prompt', 'choices', 'model', 'lang', 'keep', 'hide'] as const)),
) {}

class TitledDto {
  @ApiProperty() name!: string;
}

export class TitleDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty() data!: TitledDto;
}

/** Values by kind, without empty kinds. */
export class EntityMapDto {
  [kind: string]: string[];
}
for (const type of ENTITY_TYPES)
  ApiPropertyOptional({ type: [String], description: kindOf(type).covers })(EntityMapDto.prototype, type);

export class AnonymizedTextDto {
  @ApiProperty() anonymized_prompt!: string;
  @ApiProperty() anonymized_values!: EntityMapDto;
  @ApiProperty({ description: 'The original of each value of anonymized_values, at the same index' })
  detected_values!: EntityMapDto;
  @ApiPropertyOptional({ description: 'A sealed mapping, only if the request has mapping' }) mapping?: string;
}

export class ChatResultDto {
  @ApiProperty({ description: 'The id of the chat' }) session_id!: string;
  @ApiProperty({ description: 'The prompt as it was sent' }) anonymized_prompt!: string;
  @ApiProperty({ description: 'The answer with your original values' }) replaced_response!: string;
  @ApiProperty({ description: 'The replacements in anonymized_prompt' }) anonymized_values!: EntityMapDto;
  @ApiProperty({ description: 'The tokens of the call, as digits' }) total_tokens!: string;
}

/** Returns the documented body of POST chat, in which total_tokens is a string. */
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

/** Both forms of the answer have the same body. */
export const CHAT_RESPONSE: ApiResponseOptions = {
  status: 200,
  description: 'The turn is stored, and its answer is restored',
  headers: {
    ...MODEL_CALL_HEADERS,
    'X-Finish-Reason': {
      description:
        'Why the answer ended, as the provider reports it: stop, length, content_filter; not for streams',
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

/** The response of POST chat, with the offset in the previous answer at which the new text starts. */
export const CONTINUE_RESPONSE: ApiResponseOptions = {
  ...CHAT_RESPONSE,
  headers: {
    ...CHAT_RESPONSE.headers,
    'X-Continues-At': {
      description:
        'The offset in the previous answer at which the new text starts, in UTF-16 code units; for ' +
        'streams in the event `start`',
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
