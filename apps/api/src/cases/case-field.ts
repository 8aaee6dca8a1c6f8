import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

/** Declares the field `case_id`. The use case checks that the caller may use the case. */
export const CaseField = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: String,
      format: 'uuid',
      nullable: true,
      description:
        'The case that the text belongs to: its values have the same replacements in all texts of the case. A key needs ' +
        'the scope `cases`, too',
    }),
    IsOptional(),
    IsString(),
  );
