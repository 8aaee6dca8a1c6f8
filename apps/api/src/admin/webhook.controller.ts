import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ArrayNotEmpty, IsArray, IsIn, IsString } from 'class-validator';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import {
  ORGANIZATION_EVENTS,
  OrganizationWebhooks,
  ReadDelivery,
  SendTestEvent,
  type OrganizationEventType,
} from '@app/webhooks';
import { RateLimit } from '../http/rate-limit.guard';
import { DeliveryAttemptDto, JOB } from '../jobs/jobs.dto';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';

const EVENTS = { enum: ORGANIZATION_EVENTS, isArray: true, description: 'The types of events to send' };
const EVENTS_WANTED = `must be a list of ${ORGANIZATION_EVENTS.join(', ')}`;

class SetWebhookDto {
  @ApiProperty({ minLength: 1, description: 'An https address that this service may deliver to' })
  @IsString()
  url!: string;

  @ApiProperty({ ...EVENTS, minItems: 1 })
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

class SentEventDto {
  @ApiProperty() event_id!: string;
}
class SentEventAnswerDto extends DoneDto {
  @ApiProperty({ type: SentEventDto }) data!: SentEventDto;
}
class EventReportDto {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'The type of an event, or `webhook.test`' }) type!: string;
  @ApiProperty({ enum: ['pending', 'delivered', 'exhausted', 'gone'] }) state!: string;
  @ApiProperty({ type: [DeliveryAttemptDto] }) attempts!: DeliveryAttemptDto[];
}
class EventAnswerDto extends DoneDto {
  @ApiProperty({ type: EventReportDto }) data!: EventReportDto;
}

const WEBHOOK: WebhookDto = {
  url: 'https://hooks.company.example/privacy-chat',
  events: ['account.locked', 'delivery.exhausted', 'key.expiring'],
};
const EVENT_ID = '019aa5bf-5c55-7f1d-8b1e-7f5f0b0f8a15';
const EVENT: EventReportDto = { id: EVENT_ID, type: 'webhook.test', ...JOB.delivery };
const PAYLOAD = {
  type: 'key.expiring',
  id: EVENT_ID,
  at: '2026-01-15T09:30:00.000Z',
  organization_id: '019aa5bf-1c55-7f1d-8b1e-7f5f0b0f8a11',
  data: { key_id: '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12', expires_at: '2026-01-22T09:30:00.000Z' },
};
const TOLD = `Signed, delivered and retried like the webhooks of jobs (Standard Webhooks). Payloads contain only ids:

\`\`\`json
${JSON.stringify(PAYLOAD, null, 2)}
\`\`\`

| type | when | data |
|---|---|---|
| \`account.locked\` | logins of a user are refused for a while after too many failures | \`user_id\` |
| \`budget.warned\` | a budget has reached its soft limit | \`budget_id\` |
| \`budget.exceeded\` | a budget is used up | \`budget_id\` |
| \`delivery.exhausted\` | the last retry of a job's webhook failed | \`job_id\` |
| \`key.expiring\` | an API key expires within seven days | \`key_id\`, \`expires_at\` |
| \`webhook.test\` | an admin requested it with \`POST webhook/test\` | |`;
const NONE = 'No webhook is set';

/** Manages the webhook of an organization's events. */
@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller('webhook')
export class AdminWebhookController {
  constructor(
    private readonly webhooks: OrganizationWebhooks,
    private readonly test: SendTestEvent,
    private readonly deliveries: ReadDelivery,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getWebhook',
    summary: "The webhook that receives your organization's events",
  })
  @ApiAnswer(WebhookAnswerDto, { success: true, message: 'Webhook', data: WEBHOOK })
  @ApiFailure(404, NONE)
  async read(@CurrentUser() { organizationId }: AuthUser) {
    return { success: true, message: 'Webhook', data: await this.webhooks.read(organizationId) };
  }

  @Put()
  @ApiOperation({
    operationId: 'setWebhook',
    summary: "Sets the webhook that receives your organization's events",
    description: TOLD,
  })
  @ApiAnswer(WebhookAnswerDto, { success: true, message: 'Webhook set', data: WEBHOOK })
  @ApiFailure(400, 'url must be an https address that this service may deliver to', ['url'])
  async set(@CurrentUser() { organizationId }: AuthUser, @Body() { url, events }: SetWebhookDto) {
    const data = await this.webhooks.set(organizationId, { url, events });
    return { success: true, message: 'Webhook set', data };
  }

  @Delete()
  @ApiOperation({
    operationId: 'removeWebhook',
    summary: "Removes your organization's webhook and discards events that were not delivered",
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Webhook removed' })
  @ApiFailure(404, NONE)
  async remove(@CurrentUser() { organizationId }: AuthUser): Promise<DoneDto> {
    await this.webhooks.remove(organizationId);
    return { success: true, message: 'Webhook removed' };
  }

  @Post('test')
  @HttpCode(202)
  @RateLimit('jobs')
  @ApiOperation({
    operationId: 'sendTestEvent',
    summary: 'Sends a test event to your webhook',
    description:
      'The test event is validated, signed, delivered and retried like any other event. It counts as a ' +
      'job.',
  })
  @ApiAnswer(
    SentEventAnswerDto,
    { success: true, message: 'Delivery started', data: { event_id: EVENT_ID } },
    { status: 202 },
  )
  @ApiFailure(404, NONE)
  async sendTest(@CurrentUser() { organizationId }: AuthUser) {
    const data = { event_id: await this.test.execute(organizationId) };
    return { success: true, message: 'Delivery started', data };
  }

  @Get('events/:event_id')
  @ApiOperation({
    operationId: 'getWebhookEvent',
    summary: 'The delivery of an event, with each attempt',
    description: 'Available until the event is deleted, by default one day after its delivery.',
  })
  @ApiAnswer(EventAnswerDto, { success: true, message: 'Event', data: EVENT })
  @ApiFailure(404, 'There is no such event')
  async readEvent(@CurrentUser() { organizationId }: AuthUser, @Param('event_id') id: string) {
    return { success: true, message: 'Event', data: await this.deliveries.ofEvent({ id, organizationId }) };
  }
}
