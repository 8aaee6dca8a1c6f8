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

/** Sends a signed webhook under the address rules, to this process or to the operator's receiver. */
export class WebhookCheck extends Check {
  readonly name = 'webhook';

  /** @param receiver an address of the operator; if absent, this process listens on loopback */
  constructor(private readonly receiver?: string) {
    super();
  }

  async run(): Promise<Finding> {
    return this.receiver === undefined ? toItself() : toReceiver(this.receiver);
  }
}

/** In production http and private addresses are refused, so there is nothing to test. */
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
        'production does not allow webhooks to this machine; use --webhook ADDRESS to test your own receiver',
      );
    if (error)
      return failed(`not delivered on this machine: ${error}`, 'Check that no firewall filters loopback');
    return verified
      ? ok('signed, delivered on this machine, and verified')
      : failed('the signature does not verify', 'Reinstall the release');
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
      `${address} is not an allowed address`,
      'It must be https; set WEBHOOK_ALLOWED_NETWORKS for private networks',
    );
  if (statusCode !== null)
    return warning(
      `${address} was reached, and answered ${statusCode}`,
      'The signature uses a secret that the receiver does not know',
    );
  return failed(
    `${address} was not reached: ${error}`,
    'Allow connections to it; set WEBHOOK_CA_FILE for private certificate authorities',
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
