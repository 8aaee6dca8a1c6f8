import { Body, Delete, Get, HttpCode, Inject, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUser, type AuthUser } from '@app/auth';
import { httpConfig, type HttpConfig } from '@app/config';
import { listOf, ScimGroups, selected, toGroupResource, wants, type Resource } from '@app/scim';
import { scimBase } from './scim-base';
import { ScimResources } from './scim-resources.decorator';
import { ScimPageDto, SelectionDto } from './scim-query.dto';
import {
  ApiGroupBody,
  ApiPatchBody,
  ApiScimFailure,
  ApiScimGroup,
  ApiScimGroups,
  ApiScimPage,
  ApiSelection,
} from './scim.documentation';

const ApiInvalidGroup = () =>
  ApiScimFailure(400, 'bad_request', 'displayName must be 1 to 200 characters', 'displayName');
const ApiNoGroup = () => ApiScimFailure(404, 'not_found', 'There is no such group');
const ApiTaken = () => ApiScimFailure(409, 'conflict', 'A group of this name exists already', 'displayName');

/** Groups for an identity provider (contract: SCIM). */
@ScimResources('/Groups')
export class ScimGroupsController {
  private readonly base: string;

  constructor(
    private readonly groups: ScimGroups,
    @Inject(httpConfig.KEY) http: HttpConfig,
  ) {
    this.base = scimBase(http);
  }

  @Get()
  @ApiOperation({
    operationId: 'listScimGroups',
    summary: 'Groups of the organization, with the members that SCIM has added',
    description:
      'An answer has at most 10,000 members of all its groups together; for more, exclude the attribute `members`.',
  })
  @ApiScimPage('displayName eq "Legal"')
  @ApiScimGroups()
  @ApiScimFailure(400, 'bad_request', 'filter is malformed: see RFC 7644, section 3.4.2.2', 'filter')
  async list(@CurrentUser() { organizationId }: AuthUser, @Query() query: ScimPageDto): Promise<Resource> {
    const page = await this.groups.page(organizationId, query, wants('members', query) ? 'all' : 'none');
    const resources = page.groups.map((group) => selected(toGroupResource(group, this.base), query));
    return listOf(page.total, page.window, resources);
  }

  @Post()
  @ApiOperation({ operationId: 'createScimGroup', summary: 'Creates a group' })
  @ApiGroupBody()
  @ApiScimGroup(201)
  @ApiInvalidGroup()
  @ApiTaken()
  async create(
    @CurrentUser() { organizationId }: AuthUser,
    @Body() body: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    const { id } = await this.groups.create(organizationId, body);
    response.location(`${this.base}/Groups/${id}`);
    return this.whole(id, organizationId);
  }

  @Get(':group_id')
  @ApiOperation({ operationId: 'getScimGroup', summary: 'A group with the members that SCIM has added' })
  @ApiSelection()
  @ApiScimGroup()
  @ApiNoGroup()
  async read(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('group_id') id: string,
    @Query() query: SelectionDto,
  ): Promise<Resource> {
    const group = await this.groups.find({ id, organizationId }, wants('members', query) ? 'all' : 'none');
    return selected(toGroupResource(group, this.base), query);
  }

  @Put(':group_id')
  @ApiOperation({
    operationId: 'replaceScimGroup',
    summary: 'Replaces the name of a group, and the members that SCIM has added',
  })
  @ApiGroupBody()
  @ApiScimGroup()
  @ApiInvalidGroup()
  @ApiNoGroup()
  @ApiTaken()
  async replace(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('group_id') id: string,
    @Body() body: object,
  ): Promise<Resource> {
    await this.groups.replace({ id, organizationId }, body);
    return this.whole(id, organizationId);
  }

  @Patch(':group_id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'patchScimGroup',
    summary: 'Changes a group or its members (RFC 7644, section 3.5.2)',
    description:
      'Only members that SCIM has added are removed. Adding a member makes them one that SCIM has added.',
  })
  @ApiPatchBody({ op: 'add', path: 'members', value: [] })
  @ApiResponse({ status: 204, description: '' })
  @ApiScimFailure(400, 'bad_request', 'members must have the id of a user as value', 'members')
  @ApiNoGroup()
  @ApiTaken()
  async patch(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('group_id') id: string,
    @Body() body: object,
  ): Promise<void> {
    await this.groups.patch({ id, organizationId }, body);
  }

  @Delete(':group_id')
  @HttpCode(204)
  @ApiOperation({ operationId: 'deleteScimGroup', summary: 'Deletes a group; its members stay users' })
  @ApiResponse({ status: 204, description: '' })
  @ApiNoGroup()
  async remove(@CurrentUser() { organizationId }: AuthUser, @Param('group_id') id: string): Promise<void> {
    await this.groups.remove({ id, organizationId });
  }

  private async whole(id: string, organizationId: string): Promise<Resource> {
    return toGroupResource(await this.groups.find({ id, organizationId }, 'few'), this.base);
  }
}
