import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { Public, SigningKeys, type PublicJwk } from '@app/auth';
import { ApiAnswer } from '../openapi/api-answer.decorator';
import { JwksDto } from './auth.dto';

@ApiTags('login')
@ApiSecurity({})
@Public()
@Controller('.well-known')
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  @Get('jwks.json')
  @Header('Cache-Control', 'public, max-age=300')
  @ApiOperation({ summary: 'The public keys that verify access tokens (RFC 7517)' })
  @ApiAnswer(JwksDto, {
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
        kid: '2026-11-21',
        use: 'sig',
        alg: 'ES256',
      },
    ],
  })
  jwks(): { keys: PublicJwk[] } {
    return this.keys.publicKeys();
  }
}
