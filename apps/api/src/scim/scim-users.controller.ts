import { Body, Delete, Get, HttpCode, Inject, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUser, type AuthUser } from '@app/auth';
import { httpConfig, type HttpConfig } from '@app/config';
import { ServiceMode } from '@app/operation';
import { listOf, onlyDeactivates, ScimUsers, selected, toUserResource, type Resource } from '@app/scim';
import { DuringMaintenance, maintenanceError } from '../http/maintenance.guard';
import { scimBase } from './scim-base';
import { ScimResources } from './scim-resources.decorator';
import { ScimPageDto, SelectionDto } from './scim-query.dto';
import {
  ApiPatchBody,
  ApiScimFailure,
  ApiScimPage,
  ApiScimUser,
  ApiScimUsers,
  ApiSelection,
  ApiUserBody,
} from './scim.documentation';

const NO_USER = 'There is no such user';
const TAKEN = 'A user of this name exists already';
const LAST_ADMIN = 'This is the only admin of the organization; give another user the role admin first';

const ApiInvalidUser = () =>
  ApiScimFailure(400, 'bad_request', 'userName must be an e-mail address', 'userName');
const ApiNoUser = () => ApiScimFailure(404, 'not_found', NO_USER);
const ApiTaken = () => ApiScimFailure(409, 'conflict', TAKEN, 'userName');

/** Users for an identity provider (contract: SCIM). */
@ScimResources('/Users')
export class ScimUsersController {
  private readonly base: string;

  constructor(
    private readonly users: ScimUsers,
    private readonly mode: ServiceMode,
    @Inject(httpConfig.KEY) http: HttpConfig,
  ) {
    this.base = scimBase(http);
  }

  @Get()
  @ApiOperation({
    operationId: 'listScimUsers',
    summary: 'Users of the organization, without service accounts',
  })
  @ApiScimPage('userName eq "anna.schmidt@company.example"')
  @ApiScimUsers()
  @ApiScimFailure(400, 'bad_request', 'filter is malformed: see RFC 7644, section 3.4.2.2', 'filter')
  async list(@CurrentUser() { organizationId }: AuthUser, @Query() query: ScimPageDto): Promise<Resource> {
    const { total, users, window } = await this.users.page(organizationId, query);
    const resources = users.map((user) => selected(toUserResource(user, this.base), query));
    return listOf(total, window, resources);
  }

  @Post()
  @ApiOperation({
    operationId: 'createScimUser',
    summary: 'Creates a member, who has no password and logs in by single sign-on',
    description:
      'Attributes that the service does not store are ignored. A user that SCIM has deleted is activated again.',
  })
  @ApiUserBody()
  @ApiScimUser(201)
  @ApiInvalidUser()
  @ApiTaken()
  async create(
    @CurrentUser() { organizationId }: AuthUser,
    @Body() body: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    const user = await this.users.create(organizationId, body);
    response.location(`${this.base}/Users/${user.id}`);
    return toUserResource(user, this.base);
  }

  @Get(':user_id')
  @ApiOperation({ operationId: 'getScimUser', summary: 'A user of the organization' })
  @ApiSelection()
  @ApiScimUser()
  @ApiNoUser()
  async read(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('user_id') id: string,
    @Query() query: SelectionDto,
  ): Promise<Resource> {
    return selected(toUserResource(await this.users.find({ id, organizationId }), this.base), query);
  }

  @Put(':user_id')
  @DuringMaintenance()
  @ApiOperation({
    operationId: 'replaceScimUser',
    summary: 'Replaces the attributes of a user',
    description:
      '`active` stays unchanged if it is absent. `active: false` ends all logins and keys of the user.',
  })
  @ApiUserBody()
  @ApiScimUser()
  @ApiInvalidUser()
  @ApiNoUser()
  @ApiTaken()
  async replace(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('user_id') id: string,
    @Body() body: object,
  ): Promise<Resource> {
    const user = { id, organizationId };
    if (this.mode.inMaintenance && !(await this.users.isDeactivation(user, body))) throw maintenanceError();
    return toUserResource(await this.users.replace(user, body), this.base);
  }

  @Patch(':user_id')
  @DuringMaintenance()
  @ApiOperation({
    operationId: 'patchScimUser',
    summary: 'Changes attributes of a user (RFC 7644, section 3.5.2)',
    description: '`active: false` ends all logins and keys of the user.',
  })
  @ApiPatchBody({ op: 'replace', path: 'active', value: false })
  @ApiScimUser()
  @ApiScimFailure(400, 'bad_request', 'op must be add, replace or remove', 'op')
  @ApiNoUser()
  @ApiTaken()
  async patch(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('user_id') id: string,
    @Body() body: object,
  ): Promise<Resource> {
    if (this.mode.inMaintenance && !onlyDeactivates(body)) throw maintenanceError();
    return toUserResource(await this.users.patch({ id, organizationId }, body), this.base);
  }

  @Delete(':user_id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteScimUser',
    summary: 'Deactivates a user; only an admin erases data',
    description: 'SCIM does not find the user any more, until it creates a user of the same name.',
  })
  @ApiResponse({ status: 204, description: '' })
  @ApiNoUser()
  @ApiScimFailure(409, 'conflict', LAST_ADMIN)
  async remove(@CurrentUser() { organizationId }: AuthUser, @Param('user_id') id: string): Promise<void> {
    await this.users.remove({ id, organizationId });
  }
}
