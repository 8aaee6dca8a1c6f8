import { Inject, Injectable } from '@nestjs/common';
import { invalid } from '@app/common';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { AddressRules, locate, NameResolver, readTarget } from '@app/ssrf-guard';

/** One message for every reason, so that it does not reveal internal names and addresses (contract: Webhooks). */
const MESSAGE = 'must be an https address that this service may deliver to';

/** Checks whether a webhook may be sent to an address, as far as known before sending. */
@Injectable()
export class CheckWebhookUrl {
  constructor(
    @Inject(webhooksConfig.KEY) private readonly config: WebhooksConfig,
    private readonly rules: AddressRules,
    private readonly resolver: NameResolver,
  ) {}

  /**
   * @param field the field to name in the error
   * @throws AppError `bad_request`; not if the resolver fails, because each attempt checks again
   */
  async execute(url: string, field = 'webhookUrl'): Promise<void> {
    const target = readTarget(url, this.config.allowHttp);
    const { kind } = target ? await locate(target, this.rules, this.resolver) : { kind: 'refused' };
    if (kind === 'refused' || kind === 'unknown') throw invalid(field, MESSAGE);
  }
}
