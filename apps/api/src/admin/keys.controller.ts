import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiKeys } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import {
  CreateKeyDto,
  KEY,
  KeyListDto,
  MADE_KEY,
  MadeKeyAnswerDto,
  madeKeyAnswer,
  toKeyDto,
  toNewKey,
} from '../keys/keys.dto';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { pageAnswer, PageQueryDto, pageRequest } from './page.dto';

@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller('keys')
export class AdminKeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  @ApiOperation({
    operationId: 'listOrganizationKeys',
    summary: 'All API keys of your organization and its users, oldest first',
  })
  @ApiAnswer(KeyListDto, { success: true, message: 'Keys', data: [KEY], next_cursor: null })
  @ApiFailure(400, 'limit must be a whole number from 1 to 100', ['limit'])
  async list(@CurrentUser() { organizationId }: AuthUser, @Query() query: PageQueryDto) {
    return pageAnswer('Keys', await this.keys.list({ organizationId }, pageRequest(query)), toKeyDto);
  }

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'createOrganizationKey',
    summary: 'Creates an API key of your organization',
    description:
      'The key acts for its own service account. No other user has access to the chats, documents and ' +
      'jobs of that account.',
  })
  @ApiAnswer(MadeKeyAnswerDto, MADE_KEY)
  @ApiFailure(400, 'name must be a string', ['name'])
  async create(@CurrentUser() { organizationId }: AuthUser, @Body() body: CreateKeyDto) {
    return madeKeyAnswer(await this.keys.createForOrganization(organizationId, toNewKey(body)));
  }

  @Delete(':key_id')
  @ApiOperation({
    operationId: 'revokeOrganizationKey',
    summary: 'Revokes any API key in your organization immediately',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Key revoked' })
  @ApiFailure(404, 'There is no such key')
  async revoke(@CurrentUser() { organizationId }: AuthUser, @Param('key_id') id: string): Promise<DoneDto> {
    await this.keys.revoke(id, { organizationId });
    return { success: true, message: 'Key revoked' };
  }
}
