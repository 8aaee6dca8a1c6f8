import { Body, Controller, Delete, Get, Header, Put } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ArrayNotEmpty, IsArray, IsIn, IsString } from 'class-validator';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ORGANIZATION_EVENTS, OrganizationWebhooks, type OrganizationEventType } from '@app/webhooks';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';

const EVENTS = { enum: ORGANIZATION_EVENTS, isArray: true, description: 'Of what you want to be told' };
const EVENTS_WANTED = `must be a list of ${ORGANIZATION_EVENTS.join(', ')}`;

class SetWebhookDto {
  @ApiProperty({ description: 'An https address that this service may deliver to' })
  @IsString()
  url!: string;

  @ApiProperty(EVENTS)
  @IsIn(ORGANIZATION_EVENTS, { each: true, message: EVENTS_WANTED })
  @ArrayNotEmpty({ message: EVENTS_WANTED })
  @IsArray({ message: EVENTS_WANTED })
  events!: OrganizationEventType[];
}
class WebhookDto {
  @ApiProperty() url!: string;
  @ApiProperty(EVENTS) events!: readonly OrganizationEventType[];
}
class WebhookAnswerDto extends DoneDto {
  @ApiProperty({ type: WebhookDto }) data!: WebhookDto;
}

const WEBHOOK: WebhookDto = {
  url: 'https://hooks.company.example/privacy-chat',
  events: ['account.locked', 'delivery.exhausted', 'key.expiring'],
};
const PAYLOAD = {
  type: 'key.expiring',
  id: '019aa5bf-5c55-7f1d-8b1e-7f5f0b0f8a15',
  at: '2026-01-15T09:30:00.000Z',
  organization_id: '019aa5bf-1c55-7f1d-8b1e-7f5f0b0f8a11',
  data: { key_id: '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12', expires_at: '2026-01-22T09:30:00.000Z' },
};
const TOLD = `Signed and delivered again like the webhooks of jobs (Standard Webhooks), with ids alone:

\`\`\`json
${JSON.stringify(PAYLOAD, null, 2)}
\`\`\`

| type | when | data |
|---|---|---|
| \`account.locked\` | logins of a user are refused for a while after too many failed | \`user_id\` |
| \`budget.warned\` | a budget has reached its soft limit | \`budget_id\` |
| \`budget.exceeded\` | a budget is used up | \`budget_id\` |
| \`delivery.exhausted\` | the webhook of a job was given up after its last retry | \`job_id\` |
| \`key.expiring\` | an API key ends within seven days | \`key_id\`, \`expires_at\` |`;
const NONE = 'No webhook is set';

/** Where the organization is told of what happens to it. */
@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller('webhook')
export class AdminWebhookController {
  constructor(private readonly webhooks: OrganizationWebhooks) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Where your organization is told of events' })
  @ApiAnswer(WebhookAnswerDto, { success: true, message: 'Webhook', data: WEBHOOK })
  @ApiFailure(404, NONE)
  async read(@CurrentUser() { organizationId }: AuthUser) {
    return { success: true, message: 'Webhook', data: await this.webhooks.read(organizationId) };
  }

  @Put()
  @ApiOperation({ summary: 'Has your organization told of events', description: TOLD })
  @ApiAnswer(WebhookAnswerDto, { success: true, message: 'Webhook set', data: WEBHOOK })
  @ApiFailure(400, 'url must be an https address that this service may deliver to', ['url'])
  async set(@CurrentUser() { organizationId }: AuthUser, @Body() { url, events }: SetWebhookDto) {
    const data = await this.webhooks.set(organizationId, { url, events });
    return { success: true, message: 'Webhook set', data };
  }

  @Delete()
  @ApiOperation({
    summary: 'Has your organization told of no more events, nor of those that were not delivered yet',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Webhook removed' })
  @ApiFailure(404, NONE)
  async remove(@CurrentUser() { organizationId }: AuthUser): Promise<DoneDto> {
    await this.webhooks.remove(organizationId);
    return { success: true, message: 'Webhook removed' };
  }
}
