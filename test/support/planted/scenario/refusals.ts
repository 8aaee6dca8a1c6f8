import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Stage } from '../stage';
import { expectStatus } from './chats';

/** Sends requests with every kind of fault, each with planted values at the fault. */
export async function playRefusals(stage: Stage, chatId: string): Promise<void> {
  const { plants } = stage;
  const secret = (field: string): string => plants.secret(`refused ${field}`);
  const fields: Record<string, unknown>[] = [
    { prompt: secret('prompt'), lang: secret('lang') },
    { prompt: [secret('prompt that is a list')] },
    { prompt: secret('prompt'), model: secret('model') },
    { prompt: secret('prompt'), choices: [secret('choice')] },
    { prompt: secret('prompt'), chat_id: secret('chat_id') },
    { prompt: secret('prompt'), doc: secret('doc') },
    { prompt: secret('prompt'), anonymized: secret('flag') },
    { prompt: secret('prompt'), lang: undefined, [secret('name of a field')]: secret('unknown field') },
  ];
  for (const more of fields) await expectStatus(400, stage.ai('chat', { body: stage.prompt('', more) }));
  const long = `${secret('prompt that is too long')} ${'x'.repeat(300_000)}`;
  await expectStatus(413, stage.ai('chat', { body: stage.prompt(long) }));
  for (const [path, body] of [
    ['rename-session', { session_id: secret('session_id'), new_name: secret('new_name') }],
    ['rename-session', { session_id: chatId, new_name: secret('long name').repeat(20) }],
    ['sessions/search', { text: secret('text to search').repeat(20) }],
    ['sessions/search', { text: secret('text to search, wrong cursor'), cursor: secret('cursor') }],
    ['get-token-usage', { start_date: secret('start_date'), end_date: secret('end_date') }],
    ['generate-image', { prompt: '', chat_id: secret('chat_id of an image') }],
    ['job/anonymize', { text: secret('text'), lang: 'de', webhook_url: `http://${secret('host')}.de/` }],
    [
      'job/anonymize',
      { text: secret('text'), lang: 'de', webhook_url: `https://${secret('user')}:x@127.0.0.1/` },
    ],
  ] as const)
    await expectStatus(400, stage.ai(path, { body }));
  for (const body of [`{"prompt": "${secret('broken JSON')}`, `{${secret('no JSON')}}`, secret('text')])
    await expectStatus(400, stage.ai('chat', { body }));
  await wrongAddresses(stage, secret);
  await wrongHeaders(stage, secret);
  await noHttp(stage, secret);
}

type Make = (field: string) => string;

async function wrongAddresses(stage: Stage, secret: Make): Promise<void> {
  for (const path of [
    `nowhere/${secret('path')}`,
    `history/${secret('history id')}`,
    `job/${secret('job id')}`,
    `shares/${secret('share id')}`,
    `sessions/${secret('session id')}/share`,
    `sessions/${secret('session id of corrections')}/corrections`,
  ])
    await expectStatus(404, stage.ai(`${path}?q=${secret('query')}`));
  await expectStatus(405, stage.ai(`history?q=${secret('query')}`, { method: 'PUT' }));
  await expectStatus(400, stage.ai(`delete-session/${secret('session id')}`, { method: 'DELETE' }));
  await expectStatus(400, stage.ai(`sessions?cursor=${secret('cursor')}&limit=2`));
  await expectStatus(404, stage.call(`/${secret('address outside')}`));
}

async function wrongHeaders(stage: Stage, secret: Make): Promise<void> {
  const headers: Record<string, string> = {
    'user-agent': secret('User-Agent'),
    referer: `https://${secret('Referer')}.de/`,
    cookie: `session=${secret('Cookie')}`,
    'x-forwarded-for': secret('X-Forwarded-For'),
    'x-request-id': `no id: ${secret('X-Request-Id')}`,
    traceparent: secret('traceparent'),
  };
  await expectStatus(200, stage.ai('history', { headers }));
  for (const authorization of [
    `Bearer ${secret('token')}`,
    `Basic ${secret('credentials')}`,
    secret('scheme'),
  ])
    await expectStatus(401, stage.ai('history', { user: null, headers: { authorization } }));
  await expectStatus(
    415,
    stage.ai('chat', { body: secret('body'), headers: { 'content-type': secret('type') } }),
  );
  await expectStatus(
    400,
    stage.ai('chat', { body: stage.prompt('x'), headers: { 'x-replacements': secret('style') } }),
  );
}

async function noHttp(stage: Stage, secret: Make): Promise<void> {
  const { hostname, port } = new URL(stage.system.url('/'));
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.end(`GET ${secret('request line')} is no HTTP\r\n${secret('header')}\r\n\r\n`);
  stage.answers.push({ name: 'failure:no HTTP', content: await text(socket) });
}
