import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Groups } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ForgetValue, ManageCases } from '@app/cases';
import { ROLES } from '@app/common';
import { requireScope } from '../auth/require-scope';
import { DuringMaintenance } from '../http/maintenance.guard';
import { PageQueryDto } from '../admin/page.dto';
import { OptionalBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiFailure, ApiFailures, DoneDto } from '../openapi/api-answer.decorator';
import {
  CASE,
  CaseAnswerDto,
  CaseDetailsAnswerDto,
  CaseListDto,
  ChangeCaseDto,
  CreateCaseDto,
  ForgetValuesDto,
  ForgettingPreviewAnswerDto,
  ForgottenAnswerDto,
  OwnGroupsDto,
  PreviewForgettingDto,
  toCaseDto,
  toCaseMemberDto,
  toForget,
  toForgettingPreviewDto,
} from './cases.dto';

const NO_CASE = 'There is no such case';
const NOT_OWNER = 'Only the owner of the case may do this';
const NOT_FORGETTABLE = 'A date cannot be forgotten: all dates of a case are moved alike';
const DEFAULT_LIMIT = 100;

@ApiTags('cases')
@Access({ roles: ROLES, scope: 'cases' })
@Controller('cases')
export class CasesController {
  constructor(
    private readonly cases: ManageCases,
    private readonly forgetValue: ForgetValue,
  ) {}

  @Post()
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    operationId: 'createCase',
    summary: 'Makes a case: one entity table for the chats, texts and calls of a matter',
    description: 'A person, company or number has one replacement in all of them.',
  })
  @ApiAnswer(CaseAnswerDto, { success: true, message: 'Case created', data: CASE })
  @ApiFailure(400, 'expires_at must be in the future', ['expires_at'])
  @ApiFailure(409, 'You have 100 open cases, the most that are allowed', [], 'case_limit')
  async create(@CurrentUser() owner: AuthUser, @Body() body: CreateCaseDto) {
    const { name, style, expires_at: expiresAt, group_id: groupId } = body;
    const made = await this.cases.create(owner, {
      ...(name != null && { name }),
      ...(style != null && { style }),
      ...(expiresAt != null && { expiresAt: new Date(expiresAt) }),
      ...(groupId != null && { groupId }),
    });
    return { success: true, message: 'Case created', data: toCaseDto(made) };
  }

  @Get()
  @ApiOperation({
    operationId: 'listCases',
    summary: 'Your open cases and those shared with you, newest first',
  })
  @ApiAnswer(CaseListDto, { success: true, message: 'Cases', data: [CASE], next_cursor: null })
  @ApiFailure(400, 'limit must be a whole number from 1 to 100', ['limit'])
  async list(@CurrentUser() member: AuthUser, @Query() { limit = DEFAULT_LIMIT, cursor }: PageQueryDto) {
    const { cases, next } = await this.cases.list(member, { limit, ...(cursor !== undefined && { cursor }) });
    return { success: true, message: 'Cases', data: cases.map(toCaseDto), next_cursor: next };
  }

  @Get(':case_id')
  @ApiOperation({ operationId: 'getCase', summary: 'One case, and the users who may use it' })
  @ApiAnswer(CaseDetailsAnswerDto, {
    success: true,
    message: 'Case',
    data: {
      ...CASE,
      people: [
        { user_id: '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d21', user_name: 'anna.schmidt@company.example' },
      ],
      waiting: 0,
      waiting_names: [],
    },
  })
  @ApiFailure(404, NO_CASE)
  async get(@CurrentUser() member: AuthUser, @Param('case_id') id: string) {
    const found = await this.cases.find(member, id);
    const { members, waiting, waitingNames } = await this.cases.members(member, found);
    const people = members.map(toCaseMemberDto);
    const data = { ...toCaseDto(found), people, waiting, waiting_names: waitingNames };
    return { success: true, message: 'Case', data };
  }

  @Patch(':case_id')
  @OptionalBody()
  @ApiOperation({
    operationId: 'changeCase',
    summary: 'Renames or shares a case, or changes its expiry',
    description: 'Each user of a shared case can restore every value in it.',
  })
  @ApiAnswer(CaseAnswerDto, { success: true, message: 'Case changed', data: CASE })
  @ApiFailure(400, 'group_id must be the id of one of your groups', ['group_id'])
  @ApiFailure(403, NOT_OWNER)
  @ApiFailure(404, NO_CASE)
  async change(@CurrentUser() owner: AuthUser, @Param('case_id') id: string, @Body() body: ChangeCaseDto) {
    const { name, expires_at: expiresAt, group_id: groupId } = body;
    const changed = await this.cases.change(owner, id, {
      ...(name != null && { name }),
      ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
      ...(groupId !== undefined && { groupId }),
    });
    return { success: true, message: 'Case changed', data: toCaseDto(changed) };
  }

  @Delete(':case_id')
  @ApiOperation({
    operationId: 'deleteCase',
    summary: 'Deletes a case and its key',
    description: 'Nothing restores its values any more. Stored chats of the case keep their texts.',
  })
  @ApiAnswer(DoneDto, {
    success: true,
    message: 'Case deleted. Nothing restores its values any more; stored chats keep their texts',
  })
  @ApiFailure(403, NOT_OWNER)
  @ApiFailure(404, NO_CASE)
  async remove(@CurrentUser() owner: AuthUser, @Param('case_id') id: string): Promise<DoneDto> {
    await this.cases.delete(owner, id);
    return {
      success: true,
      message: 'Case deleted. Nothing restores its values any more; stored chats keep their texts',
    };
  }

  @Post(':case_id/forget/preview')
  @HttpCode(200)
  @RateLimit('previews')
  @ApiOperation({
    operationId: 'previewForgetting',
    summary: 'Lists the values of a case that contain a value, and those that may belong to the same person',
    description:
      'May belong: other names, e-mail addresses with the name inside a word, and numbers and addresses that the case ' +
      'stored directly after a person who came alone. A key needs the scope `restore`, too.',
  })
  @ApiAnswer(ForgettingPreviewAnswerDto, {
    success: true,
    message: 'Values',
    data: {
      values: [
        { value: 'Anna Schmidt', kind: 'Names', contains: true },
        { value: '+49 30 1234567', kind: 'Phone', contains: false },
      ],
      is_ambiguous: false,
    },
  })
  @ApiFailure(400, 'value is not in this case', ['value'])
  @ApiFailure(403, NOT_OWNER)
  @ApiFailure(404, NO_CASE)
  @ApiFailures(409, { not_forgettable: NOT_FORGETTABLE })
  async preview(
    @CurrentUser() owner: AuthUser,
    @Param('case_id') id: string,
    @Body() { value }: PreviewForgettingDto,
  ) {
    requireScope(owner, 'restore');
    const preview = await this.forgetValue.preview(owner, id, value);
    return { success: true, message: 'Values', data: toForgettingPreviewDto(preview) };
  }

  @Post(':case_id/forget')
  @DuringMaintenance()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'forgetValue',
    summary: 'Forgets values of a case',
    description:
      'Each value that contains `value` as whole words, or exactly `values`. Nothing restores them any more, and their ' +
      'replacements are never issued again. Parts of names that others have stay, and so do the texts of stored chats.',
  })
  @ApiAnswer(ForgottenAnswerDto, { success: true, message: 'Values forgotten', data: { forgotten: 2 } })
  @ApiFailure(400, 'value is not in this case', ['value'])
  @ApiFailure(403, NOT_OWNER)
  @ApiFailure(404, NO_CASE)
  @ApiFailures(409, {
    ambiguous_value:
      'Several persons of this case have this value; name a longer form that only one of them has, or the values',
    not_forgettable: NOT_FORGETTABLE,
  })
  async forget(@CurrentUser() owner: AuthUser, @Param('case_id') id: string, @Body() body: ForgetValuesDto) {
    const forgotten = await this.forgetValue.execute(owner, id, toForget(body));
    return { success: true, message: 'Values forgotten', data: { forgotten } };
  }
}

@ApiTags('cases')
@Access({ roles: ROLES, scope: 'cases' })
@Controller('groups')
export class OwnGroupsController {
  constructor(private readonly groups: Groups) {}

  @Get()
  @ApiOperation({ operationId: 'listOwnGroups', summary: 'The groups that you are in, by name' })
  @ApiAnswer(OwnGroupsDto, {
    success: true,
    message: 'Your groups',
    data: [{ id: '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d22', name: 'Labor law' }],
  })
  async list(@CurrentUser() { userId, organizationId }: AuthUser) {
    const data = await this.groups.ofMember({ id: userId, organizationId });
    return { success: true, message: 'Your groups', data };
  }
}
