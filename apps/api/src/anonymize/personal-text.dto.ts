import { ApiProperty } from '@nestjs/swagger';
import { IsArray, IsIn, IsNotEmpty, IsString } from 'class-validator';
import { ALLOWED_CHOICES, SUPPORTED_LANGUAGES } from '@app/anonymization';

const CHOICES = 'must be an array of Names, Emails, Phone';

/** A text that may hold personal data, and what of it is to be hidden. */
export class PersonalTextDto {
  @ApiProperty({ description: `One of ${SUPPORTED_LANGUAGES}`, example: 'eng' })
  @IsString()
  lang!: string;

  @ApiProperty({ example: 'Write to Anna Schmidt, anna.schmidt@example.com, or call +49 30 23125 123.' })
  @IsNotEmpty()
  @IsString()
  prompt!: string;

  @ApiProperty({ isArray: true, enum: ['Names', 'Emails', 'Phone'], example: ['Names', 'Emails', 'Phone'] })
  @IsIn(ALLOWED_CHOICES, { each: true, message: CHOICES })
  @IsArray({ message: CHOICES })
  choices!: string[];

  @ApiProperty({ description: 'One of those that GET models lists', example: 'demo-echo' })
  @IsNotEmpty()
  @IsString()
  model!: string;
}
