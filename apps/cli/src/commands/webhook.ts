import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Command, InvalidArgumentError } from 'commander';
import { SigningSecrets, verifyWebhook } from '@app/webhooks';
import { JobsCliModule } from '../jobs-cli.module';
import { print } from '../print';
import { runWith } from '../run-with';
import { leaf } from './leaf';

interface Options {
  json?: boolean;
  port: number;
}

/** `webhook listen` */
export function webhookCommand(): Command {
  const webhook = new Command('webhook').description('webhooks, for trying out');

  leaf(webhook, 'listen', 'print each webhook that arrives, and whether its signature verifies')
    .option('--port <N>', 'the port of 127.0.0.1 to listen on', readPort, 4000)
    .action((options: Options) => runWith(JobsCliModule, (app) => listen(app.get(SigningSecrets), options)));

  return webhook;
}

async function listen(secrets: SigningSecrets, options: Options): Promise<void> {
  const server = createServer((request, response) => void receive(request, response, secrets, options));
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
  secrets: SigningSecrets,
  options: Options,
): Promise<void> {
  const body = await buffer(request);
  const { headers } = request;
  const known = [...(await secrets.all()).values()].flat();
  print(
    {
      webhook_id: headers['webhook-id'],
      signature: verifyWebhook(headers, body, known, new Date()) ? 'verifies' : 'DOES NOT VERIFY',
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

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1024 && port <= 65_535) return port;
  throw new InvalidArgumentError('expected a port from 1024 to 65535');
}
