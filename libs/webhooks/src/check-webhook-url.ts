import { Inject, Injectable } from '@nestjs/common';
import { invalid } from '@app/common';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { AddressRules, locate, NameResolver, readTarget } from '@app/ssrf-guard';

/** One sentence for every reason: it tells nobody which names and addresses exist inside (contract: Webhooks). */
const MESSAGE = 'must be an https address that this service may deliver to';

/** Whether a webhook may go to an address, as far as can be known before it is sent. */
@Injectable()
export class CheckWebhookUrl {
  constructor(
    @Inject(webhooksConfig.KEY) private readonly config: WebhooksConfig,
    private readonly rules: AddressRules,
    private readonly resolver: NameResolver,
  ) {}

  /**
   * @param field whose fault it is
   * @throws AppError `bad_request`; not for a resolver in trouble, since each attempt checks again
   */
  async execute(url: string, field = 'webhookUrl'): Promise<void> {
    const target = readTarget(url, this.config.allowHttp);
    const { kind } = target ? await locate(target, this.rules, this.resolver) : { kind: 'refused' };
    if (kind === 'refused' || kind === 'unknown') throw invalid(field, MESSAGE);
  }
}
