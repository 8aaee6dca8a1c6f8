import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import type { SignedLink } from '@app/storage';

/** The query of a signed link. A link with other parameters is invalid. */
export class SignedLinkDto {
  @ApiProperty({ type: String, description: 'Unix seconds', example: '1763812800' })
  @Allow()
  expires?: unknown;

  @ApiProperty({ type: String, example: 'kq3v...' })
  @Allow()
  signature?: unknown;
}

/** Returns the parameters as strings. Any other value is a forged link. */
export const readLink = ({ expires, signature }: SignedLinkDto): Omit<SignedLink, 'id'> => ({
  expires: String(expires ?? ''),
  signature: String(signature ?? ''),
});
