import {
  ApiProperty,
  ApiPropertyOptional,
  OmitType,
  PartialType,
  type ApiPropertyOptions,
} from '@nestjs/swagger';
import { IsNotEmpty, IsObject, IsString, MaxLength } from 'class-validator';
import { ENTITY_TYPES, kindOf, MODES, SUPPORTED_LANGUAGES } from '@app/anonymization';
import { IMAGE_RULES, OPTIONAL_MCP_TOOLS, type ImageRule, type PolicyDocument } from '@app/policy';
import { DoneDto } from '../openapi/api-answer.decorator';
import { VISIBLE_FORM } from '../openapi/forms';

const MODE_NAMES: string[] = [...MODES];

const MODES_OF_KINDS = {
  type: 'object',
  additionalProperties: { type: 'string', enum: MODE_NAMES },
  description:
    `The mode of each kind (${ENTITY_TYPES.join(', ')}). A kind without a mode is \`asked\`. \`block\` ` +
    `is not allowed for ${ENTITY_TYPES.filter((kind) => !kindOf(kind).mayBeBlocked).join(', ')}; \`never\` is not allowed for ` +
    `${ENTITY_TYPES.filter((kind) => !kindOf(kind).mayStay).join(', ')}.`,
  example: { Cards: 'block', Secrets: 'remove', Names: 'always' },
} satisfies ApiPropertyOptions;

const WORDS_FORM = { ...VISIBLE_FORM, maxLength: 200 };
const MODEL = { minLength: 1, maxLength: 200 };
const MODELS = {
  type: 'array',
  items: { type: 'string', ...MODEL },
  maxItems: 200,
} satisfies ApiPropertyOptions;

/** Requires either `phrase` or `pattern`. */
class PolicyTermDto {
  @ApiPropertyOptional({
    ...WORDS_FORM,
    description: 'Whole words, 1 to 200 characters; also matches inflected forms. Excludes pattern',
  })
  phrase?: string;
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 512,
    description: 'An RE2 pattern of 1 to 512 characters. Excludes phrase',
  })
  pattern?: string;
  @ApiPropertyOptional({ description: 'Whether the phrase matches case-sensitively' })
  exact_case?: boolean;
  @ApiPropertyOptional({
    pattern: '^[A-Z]{2,16}$',
    description: 'The name in its placeholders; the provider sees it',
    example: 'PROJECT',
  })
  label?: string;
}
class PolicyExceptionDto {
  @ApiProperty({ ...WORDS_FORM, description: 'A whole value, 1 to 200 characters' }) value!: string;
  @ApiPropertyOptional({ enum: ENTITY_TYPES, description: 'If absent: all kinds' }) kind?: string;
}
class InternalModelsDto {
  @ApiProperty({ ...MODELS, description: 'Ids of models' }) models!: string[];
  @ApiProperty({ ...MODES_OF_KINDS, description: 'Modes that differ for these models' }) modes!: Record<
    string,
    string
  >;
}
class NewInternalModelsDto extends PartialType(InternalModelsDto) {}
class ModelGroupsDto {
  @ApiProperty(MODEL) model!: string;
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: 200,
    description: 'Ids of groups; if empty, all users',
  })
  groups!: string[];
}

/** The policy as responses show it. */
export class PolicyDto {
  @ApiPropertyOptional(MODES_OF_KINDS) modes!: Record<string, string>;
  @ApiPropertyOptional({ type: InternalModelsDto }) internal!: InternalModelsDto;
  @ApiPropertyOptional({ description: 'Whether requests may leave detected values unchanged; default true' })
  users_may_keep!: boolean;
  @ApiPropertyOptional({
    description: 'Whether calls may search for no kind at all; default true',
  })
  allow_unprotected!: boolean;
  @ApiPropertyOptional({
    enum: ENTITY_TYPES,
    isArray: true,
    minItems: 1,
    description: `Kinds that are hidden if a request names none; if absent: all except ${ENTITY_TYPES.filter((kind) => kindOf(kind).chosenBy === 'named').join(', ')}`,
  })
  default_kinds?: string[];
  @ApiPropertyOptional({
    enum: IMAGE_RULES,
    description:
      'What happens to images in prompts: refused (default), passed unread to internal models or to all, or read by ' +
      'OCR, so that values are painted over. Faces, handwriting and codes are not read',
  })
  images!: ImageRule;
  @ApiPropertyOptional({
    description:
      'Whether hidden requests may be stored at a provider until they are answered, as batches are; if absent: false',
  })
  provider_storage?: boolean;
  @ApiPropertyOptional({
    description: 'Whether users may share chats with their original values; if absent: false',
  })
  share_originals?: boolean;
  @ApiPropertyOptional({
    enum: OPTIONAL_MCP_TOOLS,
    isArray: true,
    description: 'Optional tools of the MCP server that are on; if absent: none',
  })
  mcp_tools?: string[];
  @ApiPropertyOptional({ type: [PolicyTermDto], maxItems: 10_000 }) terms!: PolicyTermDto[];
  @ApiPropertyOptional({ type: [PolicyExceptionDto], maxItems: 10_000 }) exceptions!: PolicyExceptionDto[];
  @ApiPropertyOptional({ maxLength: 8_000, description: 'Text that precedes every conversation' })
  system_prompt!: string;
  @ApiPropertyOptional({
    type: [ModelGroupsDto],
    maxItems: 200,
    description: 'Models that only these groups may use',
  })
  models!: ModelGroupsDto[];
}

/** The policy as requests send it; `PolicyDocument` validates it. */
export class NewPolicyDto extends OmitType(PolicyDto, ['internal']) {
  @ApiPropertyOptional({ type: NewInternalModelsDto }) internal?: NewInternalModelsDto;
}

class PolicyVersionDto {
  @ApiProperty({ type: 'integer' }) version!: number;
  @ApiProperty({ type: String, nullable: true }) created_at!: string | null;
  @ApiProperty({ type: PolicyDto }) policy!: PolicyDto;
}
export class PolicyAnswerDto extends DoneDto {
  @ApiProperty({ type: PolicyVersionDto }) data!: PolicyVersionDto;
}

class ListedVersionDto {
  @ApiProperty({ type: 'integer' }) version!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}
export class PolicyVersionsDto extends DoneDto {
  @ApiProperty({ type: [ListedVersionDto] }) data!: ListedVersionDto[];
}

class NewVersionDto {
  @ApiProperty({ type: 'integer' }) version!: number;
}
export class PolicyVersionAnswerDto extends DoneDto {
  @ApiProperty({ type: NewVersionDto }) data!: NewVersionDto;
}

const LONGEST_TEXT = 100_000;

export class PolicyPreviewDto {
  @ApiProperty({ type: NewPolicyDto })
  @IsObject()
  policy!: object;

  @ApiProperty({ minLength: 1, maxLength: LONGEST_TEXT, example: 'Anna Schmidt leads Project Nordlicht.' })
  @MaxLength(LONGEST_TEXT, { message: `must not have more than ${LONGEST_TEXT} characters` })
  @IsNotEmpty()
  @IsString()
  text!: string;

  @ApiProperty({ description: `One of ${SUPPORTED_LANGUAGES}`, example: 'eng' })
  @IsString()
  lang!: string;
}

const POLICY: PolicyDocument = {
  modes: { Cards: 'block', Secrets: 'remove', Names: 'always' },
  internal: { models: ['our-own'], modes: { Names: 'asked' } },
  users_may_keep: true,
  allow_unprotected: false,
  default_kinds: ['Names', 'Emails', 'Phone', 'Secrets'],
  images: 'internal',
  provider_storage: true,
  share_originals: true,
  mcp_tools: ['restore'],
  terms: [{ phrase: 'Nordlicht', exact_case: true, label: 'PROJECT' }, { pattern: 'PRJ-\\d{4}' }],
  exceptions: [{ value: 'Example Ltd', kind: 'Organizations' }],
  system_prompt: 'You work for a bank. Give no investment advice.',
  models: [{ model: 'demo-echo', groups: [] }],
};

export const POLICY_VERSION = { version: 3, created_at: '2025-08-04T08:37:24.129Z', policy: POLICY };
