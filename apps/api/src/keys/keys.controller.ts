import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiKeys } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { pageAnswer, PageQueryDto, pageRequest } from '../admin/page.dto';
import { ApiAnswer, ApiLoginFailure, DoneDto } from '../openapi/api-answer.decorator';
import {
  CreateKeyDto,
  KEY,
  KeyListDto,
  MADE_KEY,
  MadeKeyAnswerDto,
  madeKeyAnswer,
  toKeyDto,
  toNewKey,
} from './keys.dto';

@ApiTags('keys')
@Access({ roles: ROLES })
@Controller('keys')
export class KeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  @ApiOperation({ operationId: 'listKeys', summary: 'Your API keys, oldest first, including revoked ones' })
  @ApiAnswer(KeyListDto, { success: true, message: 'Keys', data: [KEY], next_cursor: null })
  @ApiLoginFailure(400, 'limit must be a whole number from 1 to 100')
  async list(@CurrentUser() owner: AuthUser, @Query() query: PageQueryDto) {
    return pageAnswer('Keys', await this.keys.list(owner, pageRequest(query)), toKeyDto);
  }

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'createKey',
    summary: 'Creates an API key that acts for you within its scopes',
    description: 'Use it like an access token. It works until it is revoked or you are deactivated.',
  })
  @ApiAnswer(MadeKeyAnswerDto, MADE_KEY)
  @ApiLoginFailure(400, 'name must be a string')
  @ApiLoginFailure(409, 'You have 100 keys already; revoke one first')
  async create(@CurrentUser() owner: AuthUser, @Body() body: CreateKeyDto) {
    return madeKeyAnswer(await this.keys.create(owner, toNewKey(body)));
  }

  @Delete(':key_id')
  @ApiOperation({ operationId: 'revokeKey', summary: 'Revokes one of your API keys immediately' })
  @ApiAnswer(DoneDto, { success: true, message: 'Key revoked' })
  @ApiLoginFailure(404, 'There is no such key')
  async revoke(
    @CurrentUser() { userId, organizationId }: AuthUser,
    @Param('key_id') id: string,
  ): Promise<DoneDto> {
    await this.keys.revoke(id, { userId, organizationId });
    return { success: true, message: 'Key revoked' };
  }
}
