import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { ENTITY_TYPES, type EntityType } from '@app/anonymization';
import {
  AUDIENCES,
  variablesOf,
  type Assistant,
  type AssistantDocument,
  type AssistantFields,
  type AssistantVersion,
  type Audience,
} from '@app/assistants';
import { ListDto } from '../admin/page.dto';
import { DoneDto } from '../openapi/api-answer.decorator';
import { NOT_BLANK_FORM } from '../openapi/forms';

const LONGEST_NAME = 100;
const LONGEST_DESCRIPTION = 500;
const LONGEST_INSTRUCTION = 8_000;
const LONGEST_MODEL = 200;
const MOST_STARTERS = 6;
const LONGEST_STARTER = 300;

const NAME = `must have 1 to ${LONGEST_NAME} characters`;
const DESCRIPTION = `must have at most ${LONGEST_DESCRIPTION} characters`;
const INSTRUCTION = `must have at most ${LONGEST_INSTRUCTION} characters`;
const MODEL = `must have 1 to ${LONGEST_MODEL} characters`;
const KINDS = `must be a list of ${ENTITY_TYPES.join(', ')}`;
const STARTERS = `must be a list of at most ${MOST_STARTERS} texts of 1 to ${LONGEST_STARTER} characters`;
const GROUP = 'must be the id of one of your groups';
const VERSION = 'must be the version that you have read';

/** The content of an assistant, and who uses it. */
export class NewAssistantDto {
  @ApiProperty({ ...NOT_BLANK_FORM, maxLength: LONGEST_NAME, example: 'Letters to customers' })
  @Length(1, LONGEST_NAME, { message: NAME })
  @Matches(/\S/, { message: NAME })
  @IsString({ message: NAME })
  name!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: LONGEST_DESCRIPTION,
    description: 'What it is for',
  })
  @IsOptional()
  @MaxLength(LONGEST_DESCRIPTION, { message: DESCRIPTION })
  @IsString({ message: DESCRIPTION })
  description?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: LONGEST_INSTRUCTION,
    description:
      'Precedes each conversation. Its personal data is hidden like that of a prompt. `{{customer}}` is a variable, for ' +
      'which each new chat has a text',
    example: 'Write polite letters to {{customer}}. Sign them as Anna Schmidt.',
  })
  @IsOptional()
  @MaxLength(LONGEST_INSTRUCTION, { message: INSTRUCTION })
  @IsString({ message: INSTRUCTION })
  instruction?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: LONGEST_MODEL,
    description: 'The model that clients should choose for a new chat; null or absent: none in particular',
  })
  @IsOptional()
  @Length(1, LONGEST_MODEL, { message: MODEL })
  @IsString({ message: MODEL })
  model?: string | null;

  @ApiPropertyOptional({
    enum: ENTITY_TYPES,
    isArray: true,
    nullable: true,
    maxItems: ENTITY_TYPES.length,
    description: 'Kinds that are hidden in each chat, in addition to the `choices` of its requests',
  })
  @IsOptional()
  @IsIn(ENTITY_TYPES, { each: true, message: KINDS })
  @ArrayMaxSize(ENTITY_TYPES.length, { message: KINDS })
  @IsArray({ message: KINDS })
  kinds?: EntityType[] | null;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', ...NOT_BLANK_FORM, maxLength: LONGEST_STARTER },
    nullable: true,
    maxItems: MOST_STARTERS,
    description: 'Prompts that clients offer for a new chat',
  })
  @IsOptional()
  @Length(1, LONGEST_STARTER, { each: true, message: STARTERS })
  @Matches(/\S/, { each: true, message: STARTERS })
  @ArrayMaxSize(MOST_STARTERS, { message: STARTERS })
  @IsArray({ message: STARTERS })
  starters?: string[] | null;

  @ApiPropertyOptional({
    type: String,
    enum: [...AUDIENCES, null],
    nullable: true,
    description:
      'Who may use it: only you (default); the members of one of your groups; all users of the organization, which only ' +
      'an admin may choose',
  })
  @IsOptional()
  @IsIn(AUDIENCES, { message: `must be ${AUDIENCES.join(', ')}` })
  audience?: Audience | null;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The group, if `audience` is `group`',
  })
  @ValidateIf(({ group_id: given }: NewAssistantDto) => given !== undefined && given !== null)
  @IsUUID('all', { message: GROUP })
  group_id?: string | null;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description:
      'Whether the members of the group may change it, as its owner and admins may. If absent: false',
  })
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  members_edit?: boolean | null;
}

/** The next version of an assistant, as a whole. */
export class ChangedAssistantDto extends NewAssistantDto {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version that it replaces', example: 1 })
  @Min(1, { message: VERSION })
  @IsInt({ message: VERSION })
  version!: number;
}

/** @param dto a request with fields of the right form */
export const toFields = (dto: NewAssistantDto): AssistantFields => ({
  content: {
    name: dto.name.trim(),
    description: dto.description?.trim() ?? '',
    instruction: dto.instruction?.trim() ?? '',
    ...(dto.model && { model: dto.model }),
    kinds: [...new Set(dto.kinds ?? [])],
    starters: dto.starters ?? [],
  },
  sharing: {
    audience: dto.audience ?? 'self',
    groupId: dto.audience === 'group' ? (dto.group_id ?? null) : null,
    membersEdit: dto.audience === 'group' && (dto.members_edit ?? false),
  },
});

class AssistantContentDto {
  @ApiProperty() name!: string;
  @ApiProperty() description!: string;
  @ApiProperty() instruction!: string;
  @ApiProperty({ type: [String], description: 'The variables of the instruction, in their order' })
  variables!: string[];
  @ApiProperty({ type: String, nullable: true }) model!: string | null;
  @ApiProperty({ enum: ENTITY_TYPES, isArray: true }) kinds!: string[];
  @ApiProperty({ type: [String] }) starters!: string[];
}

/** An assistant in lists. */
export class AssistantDto extends AssistantContentDto {
  @ApiProperty({ format: 'uuid' }) assistant_id!: string;
  @ApiProperty({ type: 'integer' }) version!: number;
  @ApiProperty({ enum: AUDIENCES }) audience!: Audience;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Null if it is for no group, or its group was deleted',
  })
  group_id!: string | null;
  @ApiProperty() members_edit!: boolean;
  @ApiProperty({ description: 'Whether you own it' }) is_owner!: boolean;
  @ApiProperty({ description: 'Whether you may change it' }) can_edit!: boolean;
  @ApiProperty({
    description: 'Whether you may start chats with it: admins may not if its group is not theirs',
  })
  can_start!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) changed_at!: string;
}

class AssistantDocumentDto {
  @ApiProperty({ format: 'uuid' }) document_id!: string;
  @ApiProperty() file_name!: string;
}

class AssistantDetailsDto extends AssistantDto {
  @ApiProperty({ type: [AssistantDocumentDto], description: 'In the order in which they were added' })
  documents!: AssistantDocumentDto[];
}

class AssistantVersionDto extends AssistantContentDto {
  @ApiProperty({ type: 'integer' }) version!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class AssistantAnswerDto extends DoneDto {
  @ApiProperty({ type: AssistantDto }) data!: AssistantDto;
}
export class AssistantDetailsAnswerDto extends DoneDto {
  @ApiProperty({ type: AssistantDetailsDto }) data!: AssistantDetailsDto;
}
export class AssistantListDto extends ListDto {
  @ApiProperty({ type: [AssistantDto] }) data!: AssistantDto[];
}
export class AssistantVersionsDto extends DoneDto {
  @ApiProperty({ type: [AssistantVersionDto] }) data!: AssistantVersionDto[];
}

const toContentDto = (content: AssistantFields['content']): AssistantContentDto => ({
  name: content.name,
  description: content.description,
  instruction: content.instruction,
  variables: variablesOf(content.instruction),
  model: content.model ?? null,
  kinds: [...content.kinds],
  starters: [...content.starters],
});

export const toAssistantDto = (one: Assistant): AssistantDto => ({
  assistant_id: one.id,
  ...toContentDto(one),
  version: one.version,
  audience: one.audience,
  group_id: one.groupId,
  members_edit: one.membersEdit,
  is_owner: one.isOwner,
  can_edit: one.canEdit,
  can_start: one.canStart,
  created_at: one.createdAt.toISOString(),
  changed_at: one.changedAt.toISOString(),
});

export const toDocumentDto = ({ id, fileName }: AssistantDocument): AssistantDocumentDto => ({
  document_id: id,
  file_name: fileName,
});

export const toVersionDto = ({ version, createdAt, ...content }: AssistantVersion): AssistantVersionDto => ({
  ...toContentDto(content),
  version,
  created_at: createdAt.toISOString(),
});

/** The assistant of the examples. */
export const ASSISTANT: AssistantDto = {
  assistant_id: '019aa5c4-2f1e-7b3a-9d0f-6f1f7a3c2d40',
  name: 'Letters to customers',
  description: '',
  instruction: 'Write polite letters to {{customer}}. Sign them as Anna Schmidt.',
  variables: ['customer'],
  model: null,
  kinds: [],
  starters: [],
  version: 1,
  audience: 'self',
  group_id: null,
  members_edit: false,
  is_owner: true,
  can_edit: true,
  can_start: true,
  created_at: '2026-11-26T08:00:00.000Z',
  changed_at: '2026-11-26T08:00:00.000Z',
};
