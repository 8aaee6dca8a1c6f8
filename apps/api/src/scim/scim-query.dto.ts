import { IsOptional, IsString } from 'class-validator';

/** The attributes that a client wants or does not want. */
export class SelectionDto {
  @IsOptional() @IsString() attributes?: string;
  @IsOptional() @IsString() excludedAttributes?: string;
}

export class ScimPageDto extends SelectionDto {
  @IsOptional() @IsString() filter?: string;
  @IsOptional() @IsString() startIndex?: string;
  @IsOptional() @IsString() count?: string;
}
