import { Injectable } from '@nestjs/common';
import { invalid } from '@app/common';
import { CheckWebhookUrl, POLLED } from '@app/webhooks';

/** How a result reaches who asked for it: it is sent to an address, or kept until they come for it. */
export const DELIVERIES = ['webhook', 'poll'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export interface ResultAddressRequest {
  /** Absent: `webhook`. */
  delivery?: Delivery;
  /** With `webhook`, and only then. */
  webhookUrl?: string;
}

/** Where a job's result goes (contract: Jobs). */
@Injectable()
export class ResultAddress {
  constructor(private readonly checkUrl: CheckWebhookUrl) {}

  /** @throws AppError `bad_request` where the two fields do not belong together */
  read({ delivery = 'webhook', webhookUrl }: ResultAddressRequest): string {
    if (delivery === 'poll') {
      if (webhookUrl !== undefined) throw invalid('webhookUrl', 'must be left out with delivery=poll');
      return POLLED;
    }
    if (webhookUrl === undefined) throw invalid('webhookUrl', 'must be a string');
    return webhookUrl;
  }

  /** @throws AppError `bad_request` where nothing may be sent there */
  async check(request: ResultAddressRequest): Promise<void> {
    const address = this.read(request);
    if (request.delivery !== 'poll') await this.checkUrl.execute(address);
  }
}
