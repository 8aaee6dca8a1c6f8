import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { PersonalTextDto } from './personal-text.dto';

export class AnonymizeDto extends PersonalTextDto {
  @ApiProperty({
    description: 'true: realistic surrogates; false: placeholders such as [NAME_1]',
    example: false,
  })
  @IsBoolean()
  anonymized!: boolean;
}
