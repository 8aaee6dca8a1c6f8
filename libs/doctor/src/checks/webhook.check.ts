import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { newId } from '@app/common';
import { webhooksConfig } from '@app/config';
import { AddressRules, DnsResolver, PinnedClient } from '@app/ssrf-guard';
import { PostWebhook, signWebhook, verifyWebhook } from '@app/webhooks';
import { Check, failed, ok, skipped, warning, type Finding } from '../check';

/** Signed, sent under the address rules, and received: by this process itself, or by the operator's own receiver. */
export class WebhookCheck extends Check {
  readonly name = 'webhook';

  /** @param receiver an address of the operator's; not given: this process listens on loopback */
  constructor(private readonly receiver?: string) {
    super();
  }

  async run(): Promise<Finding> {
    return this.receiver === undefined ? toItself() : toReceiver(this.receiver);
  }
}

/** Where production refuses http and private addresses there is nothing to try, and that is as it should be. */
async function toItself(): Promise<Finding> {
  const secret = newSecret();
  let verified = false;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    verified = verifyWebhook(request.headers, await buffer(request), [secret], new Date());
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { error } = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, secret);
    if (error === 'address')
      return skipped(
        'this machine itself may not be called, as it should be in production; --webhook ADDRESS tries a receiver of yours',
      );
    if (error) return failed(`not delivered on this machine: ${error}`, 'See that loopback is not filtered');
    return verified
      ? ok('signed, delivered on this machine, and verified')
      : failed('the signature does not verify', 'Install the release anew');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function toReceiver(address: string): Promise<Finding> {
  const { error, statusCode } = await post(address, newSecret());
  if (error === null) return ok(`${address} answered ${statusCode}`);
  if (error === 'address')
    return failed(
      `${address} may not be called`,
      'It must be https; private networks are named in WEBHOOK_ALLOWED_NETWORKS',
    );
  if (statusCode !== null)
    return warning(
      `${address} was reached, and answered ${statusCode}`,
      'The signature is of a secret that it cannot know',
    );
  return failed(
    `${address} was not reached: ${error}`,
    'Open the way there; WEBHOOK_CA_FILE names private authorities',
  );
}

async function post(address: string, secret: string) {
  const config = webhooksConfig();
  const client = new PinnedClient(config.ca);
  try {
    const send = new PostWebhook(config, new AddressRules(config.allowedNetworks), new DnsResolver(), client);
    const body = Buffer.from(JSON.stringify({ event: 'doctor' }));
    return await send.execute(address, body, { ...signWebhook(newId(), new Date(), body, [secret]) }, 0);
  } finally {
    client.close();
  }
}

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
