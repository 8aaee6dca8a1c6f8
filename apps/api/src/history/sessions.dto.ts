import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

export class RenameSessionDto {
  @ApiProperty({ example: '019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d' })
  @IsString()
  session_id!: string;

  @ApiProperty({ description: '1 to 200 characters', example: 'Letter to a customer' })
  @IsString()
  new_name!: string;
}
