import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ImportPeople, PasswordSetups, UserProfilesStore, Users, type User } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { httpConfig, type HttpConfig } from '@app/config';
import { EraseUser } from '@app/data-subject-rights';
import { DuringMaintenance, maintenanceError } from '../http/maintenance.guard';
import { ServiceMode } from '@app/operation';
import { ResetSecondFactor, SecondFactor } from '@app/second-factor';
import { OptionalBody } from '../http/json-body.interceptor';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { limitChanges } from './limits.dto';
import { pageAnswer, PageQueryDto, pageRequest } from './page.dto';
import {
  ChangeUserDto,
  CreateUserDto,
  ImportUsersDto,
  INVITATION,
  InvitationAnswerDto,
  InvitedUserAnswerDto,
  NewUserAnswerDto,
  ONE_TIME_PASSWORD,
  OneTimePasswordAnswerDto,
  toInvitationDto,
  toOneTimePasswordDto,
  toUserDto,
  toUserImportDto,
  USER,
  UserAnswerDto,
  UserDto,
  UserImportAnswerDto,
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
    private readonly setups: PasswordSetups,
    private readonly importPeople: ImportPeople,
    private readonly eraseUser: EraseUser,
    private readonly secondFactor: SecondFactor,
    private readonly resetSecondFactor: ResetSecondFactor,
    private readonly profiles: UserProfilesStore,
    private readonly mode: ServiceMode,
    @Inject(httpConfig.KEY) private readonly http: Pick<HttpConfig, 'publicBaseUrl'>,
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
    const describe = await this.descriptions(organizationId, page.items);
    return pageAnswer('Users', page, describe);
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
    const { user, setup } = await this.setups.create(person, 'one_time_password');
    const data = { user: toUserDto(user), ...toOneTimePasswordDto(setup) };
    return { success: true, message: 'User created', data };
  }

  @Post('invite')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'inviteUser',
    summary: 'Creates a user and an invitation link, which is shown once',
    description:
      'The link is valid for 7 days and sets the first password, once. The service sends no e-mail: hand the ' +
      'link over. The response does not say why a name cannot be used.',
  })
  @ApiAnswer(InvitedUserAnswerDto, {
    success: true,
    message: 'User invited',
    data: { user: { ...USER, limits: {}, invited_until: INVITATION.valid_until }, ...INVITATION },
  })
  @ApiFailure(400, 'user_name cannot be used; choose another one', ['user_name'])
  @ApiFailure(409, 'A user of this name exists already')
  async invite(@CurrentUser() { organizationId }: AuthUser, @Body() { user_name, role }: CreateUserDto) {
    const person = { userName: user_name, organizationId, role: role ?? 'member' };
    const { user, setup } = await this.setups.create(person, 'invitation');
    const data = { user: toUserDto(user), ...toInvitationDto(setup, this.http.publicBaseUrl) };
    return { success: true, message: 'User invited', data };
  }

  @Post('import')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'importUsers',
    summary: 'Creates up to 500 users at once, with invitations or one-time passwords',
    description:
      'Creates the users that the organization does not have. Creates none if one is wrong: a 400 names each by its ' +
      'position in the list. A name that cannot be used is `refused` while the others are created. `preview: true` ' +
      'creates nothing and does not find such names.',
  })
  @ApiAnswer(UserImportAnswerDto, {
    success: true,
    message: 'Users imported',
    data: {
      users: [
        {
          user_name: USER.user_name,
          state: 'created',
          reason: null,
          id: USER.id,
          link: INVITATION.link,
          one_time_password: null,
        },
      ],
      valid_until: INVITATION.valid_until,
    },
  })
  @ApiFailure(400, 'users.0.user_name must be an e-mail address', ['users.0.user_name'])
  async import(
    @CurrentUser() { organizationId }: AuthUser,
    @Body() { users, setup, preview }: ImportUsersDto,
  ) {
    const people = users.map(({ user_name: userName, role, groups }) => ({
      userName,
      role: role ?? 'member',
      groups: groups ?? [],
    }));
    const imported = preview
      ? await this.importPeople.preview(organizationId, people)
      : await this.importPeople.execute(organizationId, people, setup ?? 'invitation');
    const data = toUserImportDto(imported, this.http.publicBaseUrl);
    return { success: true, message: preview ? 'Preview' : 'Users imported', data };
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
    const describe = await this.descriptions(organizationId, [user]);
    return { success: true, message: 'User changed', data: describe(user) };
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
    const setup = await this.setups.reset({ id, organizationId }, 'one_time_password');
    return { success: true, message: 'Password reset', data: toOneTimePasswordDto(setup) };
  }

  @Delete(':user_id/second-factor')
  @ApiOperation({
    operationId: 'resetUserSecondFactor',
    summary: "Removes a user's second factor after the user has lost the app",
    description:
      'Ends all logins of the user. If the organization requires a second factor, the next login sets one up.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Second factor reset' })
  @ApiFailure(404, NO_USER)
  @ApiFailure(409, 'This user has no second factor')
  async resetFactor(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('user_id') id: string,
  ): Promise<DoneDto> {
    await this.resetSecondFactor.execute({ id, organizationId });
    return { success: true, message: 'Second factor reset' };
  }

  @Post(':user_id/invitation')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'replaceByInvitation',
    summary: "Replaces a user's password or earlier invitation with a new invitation",
    description:
      'Ends all logins of the user. The link is shown once. It is valid for 7 days and sets a password, once.',
  })
  @ApiAnswer(InvitationAnswerDto, { success: true, message: 'User invited', data: INVITATION })
  @ApiFailure(404, NO_USER)
  @ApiFailure(409, 'This user has no password: it is a service account or logs in by single sign-on')
  async inviteAgain(@CurrentUser() { organizationId }: AuthUser, @Param('user_id') id: string) {
    const setup = await this.setups.reset({ id, organizationId }, 'invitation');
    const data = toInvitationDto(setup, this.http.publicBaseUrl);
    return { success: true, message: 'User invited', data };
  }

  /** Returns what describes each of these users. */
  private async descriptions(
    organizationId: string,
    users: readonly User[],
  ): Promise<(user: User) => UserDto> {
    const ids = users.map(({ id }) => id);
    const withFactor = await this.secondFactor.activeAmong(ids);
    const names = await this.profiles.namesAmong(organizationId, ids);
    return (user) =>
      toUserDto(user, {
        secondFactor: withFactor.has(user.id),
        displayName: names.get(user.id) ?? null,
      });
  }
}
