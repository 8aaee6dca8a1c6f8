import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { ENTITY_TYPES, MODES } from '@app/anonymization';
import { CaseIdField, PersonalTextDto } from '../anonymize/personal-text.dto';
import { AssistantIdField, ChatIdField, DocsField, VariablesField } from '../chat/chat.dto';
import { DoneDto } from '../openapi/api-answer.decorator';

export class PreviewDto extends OmitType(PersonalTextDto, ['model']) {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    description: 'The model of the call; if absent, no particular model',
    example: 'demo-echo',
  })
  @IsOptional()
  @IsNotEmpty()
  @IsString()
  model?: string | null;

  @ChatIdField()
  chat_id?: string | null;

  @CaseIdField('The case of a new chat')
  case_id?: string | null;

  @AssistantIdField('The assistant of a new chat: its kinds count, and its instruction is searched too')
  assistant_id?: string | null;

  @VariablesField()
  variables?: Record<string, string> | null;

  @DocsField('The ids of uploaded files, or of documents of the assistant, which are searched too')
  docs?: string[] | null;
}

class HiddenValueDto {
  @ApiProperty({ type: 'integer', description: 'Offset in UTF-16 units' }) start!: number;
  @ApiProperty({ type: 'integer' }) end!: number;
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: string;
  @ApiProperty({
    enum: [...MODES.filter((mode) => mode !== 'never'), 'known'],
    description: 'Why the value is hidden; known: the chat or case has hidden it before',
  })
  mode!: string;
}
class DocumentPreviewDto {
  @ApiProperty({ description: 'The id of the document' }) doc!: string;
  @ApiProperty({ description: 'Its text, at most 200,000 characters' }) text!: string;
  @ApiProperty({ description: 'Whether the document has more text' }) is_cut!: boolean;
  @ApiProperty({ type: [HiddenValueDto], description: 'In the order of the text' }) found!: HiddenValueDto[];
}

class InstructionPreviewDto {
  @ApiProperty({ description: 'The instruction with the texts of its variables' }) text!: string;
  @ApiProperty({ type: [HiddenValueDto], description: 'In the order of the text' }) found!: HiddenValueDto[];
}

export class PreviewAnswerDto extends DoneDto {
  @ApiProperty({ type: [HiddenValueDto], description: 'In the order of the text' }) data!: HiddenValueDto[];
  @ApiPropertyOptional({ type: InstructionPreviewDto, description: 'Only with assistant_id' })
  instruction?: InstructionPreviewDto;
  @ApiPropertyOptional({ type: [DocumentPreviewDto], description: 'Only with docs, in their order' })
  docs?: DocumentPreviewDto[];
}

export const PREVIEW = {
  success: true,
  message: 'Preview',
  data: [{ start: 9, end: 21, kind: 'Names', mode: 'asked' }],
};
