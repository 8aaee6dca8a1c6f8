import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { print } from '../print';
import type { Verify } from '../work/signing-secrets';
import { leaf, wholeNumber } from './subcommands';

interface Options {
  json?: boolean;
  port: number;
}

const readPort = wholeNumber(1024, 65_535, 'expected a port from 1024 to 65535');

/** `webhook listen` */
export function webhookCommand(): Command {
  const webhook = new Command('webhook').description('test webhooks');

  leaf(webhook, 'listen', 'print each incoming webhook and whether its signature is valid')
    .option('--port <N>', 'the port of 127.0.0.1 to listen on', readPort, 4000)
    .action(async (options: Options) => {
      const { withVerification } = await import('../work/signing-secrets.ts');
      await withVerification((verify) => listen(verify, options));
    });

  return webhook;
}

async function listen(verify: Verify, options: Options): Promise<void> {
  const server = createServer((request, response) => void receive(request, response, verify, options));
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  if (!options.json) console.log(`listening on http://localhost:${options.port}/ until Ctrl-C`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  server.closeAllConnections();
  server.close();
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  verify: Verify,
  options: Options,
): Promise<void> {
  const body = await buffer(request);
  const { headers } = request;
  print(
    {
      webhook_id: headers['webhook-id'],
      signature: (await verify(headers, body)) ? 'verifies' : 'DOES NOT VERIFY',
      body: readable(body),
    },
    options,
  );
  if (!options.json) console.log();
  response.writeHead(204).end();
}

const readable = (body: Buffer): unknown => {
  const text = body.toString('utf8');
  return text.startsWith('{') ? text : `(no JSON) ${text.slice(0, 200)}`;
};
