import { ApiProperty } from '@nestjs/swagger';
import { CORRECTION_ACTIONS, type Suggestion } from '@app/sessions';
import { DoneDto } from '../openapi/api-answer.decorator';

class SuggestionDto {
  @ApiProperty({ format: 'uuid' }) suggestion_id!: string;
  @ApiProperty({
    enum: CORRECTION_ACTIONS,
    description: '`keep`: it was found, and users left it in the text. `hide`: it was not found',
  })
  action!: string;
  @ApiProperty() value!: string;
  @ApiProperty({
    enum: ['five_users', 'suggested'],
    description: 'Whether at least 5 users have the correction, or a user suggested it',
  })
  reason!: string;
  @ApiProperty({ format: 'date', description: 'The day since when the value is listed' }) created_on!: string;
}

export class SuggestionsDto extends DoneDto {
  @ApiProperty({ type: [SuggestionDto] }) data!: SuggestionDto[];
}

export const toSuggestionDto = ({ id, createdOn, ...rest }: Suggestion): SuggestionDto => ({
  suggestion_id: id,
  ...rest,
  created_on: createdOn,
});
