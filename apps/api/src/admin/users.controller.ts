import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { OneTimePasswords, Users } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { EraseUser } from '@app/data-subject-rights';
import { DuringMaintenance, maintenanceError } from '../http/maintenance.guard';
import { ServiceMode } from '@app/operation';
import { OptionalBody } from '../http/json-body.interceptor';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { limitChanges } from './limits.dto';
import { pageAnswer, PageQueryDto, pageRequest } from './page.dto';
import {
  ChangeUserDto,
  CreateUserDto,
  NewUserAnswerDto,
  ONE_TIME_PASSWORD,
  OneTimePasswordAnswerDto,
  toOneTimePasswordDto,
  toUserDto,
  USER,
  UserAnswerDto,
  UserListDto,
} from './users.dto';

const LAST_ADMIN = 'This is the only admin of the organization; give another user the role admin first';
const NO_USER = 'There is no such user';

@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller('users')
export class AdminUsersController {
  constructor(
    private readonly users: Users,
    private readonly oneTimePasswords: OneTimePasswords,
    private readonly eraseUser: EraseUser,
    private readonly mode: ServiceMode,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listUsers',
    summary: 'Users and service accounts of your organization, oldest first',
  })
  @ApiAnswer(UserListDto, {
    success: true,
    message: 'Users',
    data: [{ ...USER, role: 'admin' }],
    next_cursor: null,
  })
  @ApiFailure(400, 'limit must be a whole number from 1 to 100', ['limit'])
  async list(@CurrentUser() { organizationId }: AuthUser, @Query() query: PageQueryDto) {
    const page = await this.users.page(organizationId, pageRequest(query));
    return pageAnswer('Users', page, toUserDto);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'createUser',
    summary: 'Creates a user with a one-time password, which is shown once',
    description:
      'The password is valid for 72 hours and only for setting a new one (`auth/password`). The ' +
      'response does not say why a name cannot be used.',
  })
  @ApiAnswer(NewUserAnswerDto, {
    success: true,
    message: 'User created',
    data: { user: { ...USER, limits: {} }, ...ONE_TIME_PASSWORD },
  })
  @ApiFailure(400, 'user_name cannot be used; choose another one', ['user_name'])
  @ApiFailure(409, 'A user of this name exists already')
  async create(@CurrentUser() { organizationId }: AuthUser, @Body() { user_name, role }: CreateUserDto) {
    const person = { userName: user_name, organizationId, role: role ?? 'member' };
    const { user, oneTime } = await this.oneTimePasswords.create(person);
    const data = { user: toUserDto(user), ...toOneTimePasswordDto(oneTime) };
    return { success: true, message: 'User created', data };
  }

  @Patch(':user_id')
  @DuringMaintenance()
  @ApiOperation({
    operationId: 'changeUser',
    summary: "Changes a user's role or limits, or deactivates the user",
    description: "Applies from the user's next request. The user name cannot be changed.",
  })
  @OptionalBody()
  @ApiAnswer(UserAnswerDto, { success: true, message: 'User changed', data: USER })
  @ApiFailure(400, 'limits.chat must be a number of requests per period, such as 300/1m', ['limits.chat'])
  @ApiFailure(404, NO_USER)
  @ApiFailure(409, LAST_ADMIN)
  async change(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('user_id') id: string,
    @Body() { role, active, limits }: ChangeUserDto,
  ) {
    const isOnlyDeactivated = active === false && role === undefined && limits === undefined;
    if (this.mode.inMaintenance && !isOnlyDeactivated) throw maintenanceError();
    const user = await this.users.change(
      { id, organizationId },
      { ...(role && { role }), ...(typeof active === 'boolean' && { active }), limits: limitChanges(limits) },
    );
    return { success: true, message: 'User changed', data: toUserDto(user) };
  }

  @Delete(':user_id')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'deleteUser',
    summary: "Erases a user and all the user's data permanently",
    description: 'The user is locked out immediately. The data is erased in the background within minutes.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'User is being erased' }, { status: 202 })
  @ApiFailure(404, NO_USER)
  @ApiFailure(409, LAST_ADMIN)
  async remove(@CurrentUser() { organizationId }: AuthUser, @Param('user_id') id: string): Promise<DoneDto> {
    await this.eraseUser.begin({ id, organizationId });
    return { success: true, message: 'User is being erased' };
  }

  @Post(':user_id/password')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'resetUserPassword',
    summary: "Replaces a user's password with a one-time password, which is shown once",
    description:
      'Ends all logins of the user. The password is valid for 72 hours and only for setting a new one ' +
      '(`auth/password`); the next login returns this requirement.',
  })
  @ApiAnswer(OneTimePasswordAnswerDto, { success: true, message: 'Password reset', data: ONE_TIME_PASSWORD })
  @ApiFailure(404, NO_USER)
  @ApiFailure(409, 'This user has no password: it is a service account or logs in by single sign-on')
  async resetPassword(@CurrentUser() { organizationId }: AuthUser, @Param('user_id') id: string) {
    const oneTime = await this.oneTimePasswords.reset({ id, organizationId });
    return { success: true, message: 'Password reset', data: toOneTimePasswordDto(oneTime) };
  }
}
