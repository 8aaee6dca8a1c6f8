import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Groups } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { OptionalBody } from '../http/json-body.interceptor';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import {
  ChangeGroupDto,
  CreateGroupDto,
  GROUP,
  GroupAnswerDto,
  GroupListDto,
  GroupMemberListDto,
  toGroupDto,
  toGroupMemberDto,
} from './groups.dto';
import { limitChanges } from './limits.dto';
import { pageAnswer, PageQueryDto, pageRequest } from './page.dto';
import { USER } from './users.dto';

const NO_GROUP = 'There is no such group';
const TAKEN = 'A group of this name exists already; choose another name';

@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller('groups')
export class AdminGroupsController {
  constructor(private readonly groups: Groups) {}

  @Get()
  @ApiOperation({ operationId: 'listGroups', summary: 'Groups of your organization, oldest first' })
  @ApiAnswer(GroupListDto, { success: true, message: 'Groups', data: [GROUP], next_cursor: null })
  @ApiFailure(400, 'limit must be a whole number from 1 to 100', ['limit'])
  async list(@CurrentUser() { organizationId }: AuthUser, @Query() query: PageQueryDto) {
    const page = await this.groups.page(organizationId, pageRequest(query));
    return pageAnswer('Groups', page, toGroupDto);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ operationId: 'createGroup', summary: 'Makes a group' })
  @ApiAnswer(GroupAnswerDto, { success: true, message: 'Group created', data: GROUP })
  @ApiFailure(400, 'name must be a string', ['name'])
  @ApiFailure(409, TAKEN)
  async create(@CurrentUser() { organizationId }: AuthUser, @Body() { name, limits }: CreateGroupDto) {
    const group = await this.groups.create(organizationId, { name, limits: limitChanges(limits) });
    return { success: true, message: 'Group created', data: toGroupDto(group) };
  }

  @Patch(':group_id')
  @ApiOperation({ operationId: 'changeGroup', summary: "Changes a group's name or limits" })
  @OptionalBody()
  @ApiAnswer(GroupAnswerDto, { success: true, message: 'Group changed', data: GROUP })
  @ApiFailure(400, 'name must be 1 to 200 characters without control characters', ['name'])
  @ApiFailure(404, NO_GROUP)
  @ApiFailure(409, TAKEN)
  async change(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('group_id') id: string,
    @Body() { name, limits }: ChangeGroupDto,
  ) {
    const changes = { ...(typeof name === 'string' && { name }), limits: limitChanges(limits) };
    const group = await this.groups.change({ id, organizationId }, changes);
    return { success: true, message: 'Group changed', data: toGroupDto(group) };
  }

  @Delete(':group_id')
  @ApiOperation({ operationId: 'deleteGroup', summary: 'Deletes a group; its members stay users' })
  @ApiAnswer(DoneDto, { success: true, message: 'Group deleted' })
  @ApiFailure(404, NO_GROUP)
  async remove(@CurrentUser() { organizationId }: AuthUser, @Param('group_id') id: string): Promise<DoneDto> {
    await this.groups.remove({ id, organizationId });
    return { success: true, message: 'Group deleted' };
  }

  @Get(':group_id/members')
  @ApiOperation({ operationId: 'listGroupMembers', summary: 'Lists the members of a group' })
  @ApiAnswer(GroupMemberListDto, {
    success: true,
    message: 'Members',
    data: [{ id: USER.id, user_name: USER.user_name, from_claims: false, from_scim: false }],
    next_cursor: null,
  })
  @ApiFailure(400, 'limit must be a whole number from 1 to 100', ['limit'])
  @ApiFailure(404, NO_GROUP)
  async members(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('group_id') id: string,
    @Query() query: PageQueryDto,
  ) {
    const page = await this.groups.members({ id, organizationId }, pageRequest(query));
    return pageAnswer('Members', page, toGroupMemberDto);
  }

  @Put(':group_id/members/:user_id')
  @ApiOperation({
    operationId: 'addGroupMember',
    summary: 'Adds a user to a group; single sign-on claims do not remove the user from it',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Member added' })
  @ApiFailure(404, NO_GROUP)
  async addMember(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('group_id') id: string,
    @Param('user_id') userId: string,
  ): Promise<DoneDto> {
    await this.groups.addMember({ id, organizationId }, { id: userId, organizationId });
    return { success: true, message: 'Member added' };
  }

  @Delete(':group_id/members/:user_id')
  @ApiOperation({ operationId: 'removeGroupMember', summary: 'Removes a user from a group' })
  @ApiAnswer(DoneDto, { success: true, message: 'Member removed' })
  @ApiFailure(404, NO_GROUP)
  async removeMember(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('group_id') id: string,
    @Param('user_id') userId: string,
  ): Promise<DoneDto> {
    await this.groups.removeMember({ id, organizationId }, { id: userId, organizationId });
    return { success: true, message: 'Member removed' };
  }
}
