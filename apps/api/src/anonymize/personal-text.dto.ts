import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  Length,
  Matches,
} from 'class-validator';
import { CHOICES, SUPPORTED_LANGUAGES } from '@app/anonymization';
import { CaseField } from '../cases/case-field';
import { NOT_BLANK_FORM } from '../openapi/forms';

const MUST_BE_A_LIST = `must be an array of ${CHOICES.listed.join(', ')}`;

/** What `choices` must do. */
export const ONE_CHOICE = `must name at least one of ${CHOICES.listed.join(', ')}`;
/** The message for a request with an empty `choices`. */
export const NO_CHOICES = `choices ${ONE_CHOICE}`;

const MOST_WORDS = 100;
const LONGEST_WORD = 200;
const WORDS = `must be a list of at most ${MOST_WORDS} texts of 1 to ${LONGEST_WORD} characters`;

/** Declares the fields `hide` and `keep`. */
const WordsField = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      items: { type: 'string', ...NOT_BLANK_FORM, maxLength: LONGEST_WORD },
      nullable: true,
      description,
      maxItems: MOST_WORDS,
    }),
    Length(1, LONGEST_WORD, { each: true, message: WORDS }),
    Matches(/\S/, { each: true, message: WORDS }),
    ArrayMaxSize(MOST_WORDS, { message: WORDS }),
    IsArray({ message: WORDS }),
    IsOptional(),
  );

/** Declares the field `case_id`. The use case checks that the caller may use the case. */
export const CaseIdField = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, description }),
    IsOptional(),
    IsString(),
  );

/** A text that may contain personal data, and the kinds to hide in it. */
export class PersonalTextDto {
  @ApiProperty({ description: `One of ${SUPPORTED_LANGUAGES}`, example: 'eng' })
  @IsString()
  lang!: string;

  @ApiProperty({
    ...NOT_BLANK_FORM,
    example: 'Write to Anna Schmidt, anna.schmidt@example.com, or call +49 30 23125 123.',
  })
  @IsNotEmpty()
  @IsString()
  prompt!: string;

  @ApiProperty({ isArray: true, enum: CHOICES.listed, example: ['Names', 'Emails', 'Phone'] })
  @IsIn(CHOICES.allowed, { each: true, message: MUST_BE_A_LIST })
  @IsArray({ message: MUST_BE_A_LIST })
  choices!: string[];

  @ApiProperty({
    minLength: 1,
    description: 'A model that GET models lists',
    example: 'demo-echo',
  })
  @IsNotEmpty()
  @IsString()
  model!: string;

  @WordsField('Additional words and phrases to hide')
  hide?: string[] | null;

  @WordsField("Detected values to leave unchanged, if the organization's policy allows it")
  keep?: string[] | null;
}

export class AnonymizeDto extends OmitType(PersonalTextDto, ['prompt']) {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The text; absent, null or empty if doc names a document',
    example: 'Write to Anna Schmidt, anna.schmidt@example.com, or call +49 30 23125 123.',
  })
  @IsOptional()
  @IsString()
  prompt?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The id of an uploaded file to use instead of prompt; empty or absent: none',
  })
  @IsOptional()
  @IsString()
  doc?: string | null;

  @CaseField()
  case_id?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 1_048_576,
    description:
      '`sealed`: the answer has a mapping, which restores its values (`POST restore`) for 30 days. A mapping that you ' +
      'received: its values have the same replacements, and the answer has a new mapping for the texts of both. Not ' +
      'with case_id. A key needs the scope `restore`, too',
  })
  @IsOptional()
  @IsString()
  mapping?: string | null;

  @ApiProperty({
    description: 'true: realistic surrogates; false: placeholders such as [NAME_1]',
    example: false,
  })
  @IsBoolean()
  anonymized!: boolean;
}
