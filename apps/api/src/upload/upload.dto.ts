import { ApiProperty } from '@nestjs/swagger';

export class UploadedDto {
  @ApiProperty({ example: true }) success!: boolean;
  @ApiProperty({ example: 'The file was uploaded' }) message!: string;
  @ApiProperty({
    description: 'The id of the file, to be used as `doc` in chat',
    example: '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10',
  })
  data!: string;
}

export class DeletedDto {
  @ApiProperty({ example: true }) success!: boolean;
  @ApiProperty({ example: 'The document was deleted' }) message!: string;
}
