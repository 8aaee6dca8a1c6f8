import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { ENTITY_TYPES, MODES } from '@app/anonymization';
import { PersonalTextDto } from '../anonymize/personal-text';
import { ChatIdField } from '../chat/chat.dto';
import { DoneDto } from '../openapi/api-answer.decorator';

export class PreviewDto extends PersonalTextDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Whose call it would be; absent: of no model in particular',
    example: 'demo-echo',
  })
  @IsOptional()
  @IsNotEmpty()
  @IsString()
  declare model: string;

  @ChatIdField()
  chat_id?: string | null;
}

class HiddenValueDto {
  @ApiProperty({ type: 'integer', description: 'In UTF-16 units' }) start!: number;
  @ApiProperty({ type: 'integer' }) end!: number;
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: string;
  @ApiProperty({
    enum: [...MODES.filter((mode) => mode !== 'never'), 'known'],
    description: 'Why it is hidden; known: the chat has hidden it before',
  })
  mode!: string;
}
export class PreviewAnswerDto extends DoneDto {
  @ApiProperty({ type: [HiddenValueDto], description: 'In order' }) data!: HiddenValueDto[];
}

export const PREVIEW = {
  success: true,
  message: 'Preview',
  data: [{ start: 9, end: 21, kind: 'Names', mode: 'asked' }],
};

class KindDto {
  @ApiProperty({ enum: ENTITY_TYPES, description: 'As `choices` names it' }) kind!: string;
  @ApiProperty({ example: '[NAME_1]' }) placeholder!: string;
  @ApiProperty({ type: [String], description: 'Languages in which it is looked for' }) languages!: string[];
  @ApiProperty({ description: 'Whether `All` stands for it too' }) in_all!: boolean;
  @ApiProperty({ description: 'Whether it is hidden where a request names no choices' }) default!: boolean;
  @ApiProperty({ enum: MODES, description: "What your organization's policy says of it" }) mode!: string;
  @ApiProperty({ description: 'Whether a request has no say in it' }) fixed!: boolean;
}
export class KindsDto extends DoneDto {
  @ApiProperty({ type: [KindDto] }) data!: KindDto[];
}

export const KINDS = {
  success: true,
  message: 'Kinds of personal data',
  data: [
    {
      kind: 'Names',
      placeholder: '[NAME_1]',
      languages: ['en', 'de'],
      in_all: true,
      default: true,
      mode: 'asked',
      fixed: false,
    },
  ],
};
