import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { CORRECTION_ACTIONS, type Correction } from '@app/sessions';
import { DoneDto } from '../openapi/api-answer.decorator';

const LONGEST = 200;
const VALUE = `must be 1 to ${LONGEST} characters`;

/** A value that a user kept or hid. */
export class CorrectionDto {
  @ApiProperty({ enum: CORRECTION_ACTIONS, example: 'keep' })
  @IsIn(CORRECTION_ACTIONS, { message: `must be ${CORRECTION_ACTIONS.join(' or ')}` })
  action!: Correction['action'];

  @ApiProperty({ minLength: 1, maxLength: LONGEST, example: 'Example Ltd' })
  @MaxLength(LONGEST, { message: VALUE })
  @IsNotEmpty({ message: VALUE })
  @IsString({ message: VALUE })
  value!: string;
}

class OwnCorrectionDto {
  @ApiProperty({ enum: CORRECTION_ACTIONS }) action!: string;
  @ApiProperty() value!: string;
  @ApiProperty({ description: 'Whether you suggested the value to the admins' }) suggested!: boolean;
}

export class CorrectionsDto extends DoneDto {
  @ApiProperty({ type: [OwnCorrectionDto] }) data!: OwnCorrectionDto[];
}
