import { Injectable } from '@nestjs/common';
import { invalid } from '@app/common';
import { CheckWebhookUrl, POLLED } from '@app/webhooks';

/** How a caller receives a result: by webhook or by polling. */
export const DELIVERIES = ['webhook', 'poll'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export interface ResultAddressRequest {
  /** Default: `webhook`. */
  delivery?: Delivery;
  /** Required with `webhook`, and only allowed with it. */
  webhookUrl?: string;
}

/** Validates where a job's result goes (contract: Jobs). */
@Injectable()
export class ResultAddress {
  constructor(private readonly checkUrl: CheckWebhookUrl) {}

  /** @throws AppError `bad_request` if the two fields contradict each other */
  read({ delivery = 'webhook', webhookUrl }: ResultAddressRequest): string {
    if (delivery === 'poll') {
      if (webhookUrl !== undefined) throw invalid('webhookUrl', 'must be left out with delivery=poll');
      return POLLED;
    }
    if (webhookUrl === undefined) throw invalid('webhookUrl', 'must be a string');
    return webhookUrl;
  }

  /** @throws AppError `bad_request` if the service may not deliver to the address */
  async check(request: ResultAddressRequest): Promise<void> {
    const address = this.read(request);
    if (request.delivery !== 'poll') await this.checkUrl.execute(address);
  }
}
