import { ApiProperty } from '@nestjs/swagger';

export class UploadedDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ description: 'The id of the file, to be used as `doc` in chat' }) data!: string;
}
