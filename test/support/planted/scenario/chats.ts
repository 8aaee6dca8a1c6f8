import { eventually } from '@app/testing';
import type { Stage } from '../stage';

/** Chats in both styles, streamed and not, complete and cancelled; gateway calls; texts; faults of a provider. */
export async function playChats(stage: Stage): Promise<{ chatIds: string[] }> {
  const chatIds: string[] = [];
  for (const style of ['surrogates', 'placeholders']) chatIds.push(await converse(stage, style));
  chatIds.push(await sendOpenly(stage));
  await useAssistant(stage);
  await stream(stage);
  await breakOff(stage);
  await failUpstream(stage);
  await useGateway(stage);
  for (const anonymized of [true, false]) {
    const body = stage.prompt(stage.plants.sentence(`anonymize ${String(anonymized)}`), { anonymized });
    await expectStatus(200, stage.ai('anonymize', { body }));
  }
  await readEverything(stage);
  const deleted = await converse(stage, 'placeholders');
  await expectStatus(200, stage.ai(`delete-session/${deleted}`, { method: 'DELETE' }));
  return { chatIds };
}

/** Calls the endpoints that return text without receiving any. */
async function readEverything(stage: Stage): Promise<void> {
  const open = { user: null };
  for (const path of ['models', 'openai/v1/models', 'sessions', 'history'])
    await expectStatus(200, stage.ai(path));
  for (const path of ['/idm/v1/.well-known/jwks.json', '/health/live', '/health/ready'])
    await expectStatus(200, stage.call(path, open));
  const range = { start_date: '0', end_date: '86400000' };
  await expectStatus(200, stage.ai('get-token-usage', { body: range }));
}

async function converse(stage: Stage, style: string): Promise<string> {
  const { plants } = stage;
  const headers = { 'x-replacements': style };
  const first = await stage.ai<{ session_id: string }>('chat', {
    body: stage.prompt(plants.sentence(`chat, ${style}, turn 1`)),
    headers,
  });
  const { session_id: chat_id } = first.body;
  await expectStatus(
    200,
    stage.ai('chat', { body: stage.prompt(plants.sentence(`chat, ${style}, turn 2`), { chat_id }) }),
  );
  stage.around.upstream.finish = 'length';
  const cut = stage.prompt(plants.sentence(`chat, ${style}, turn that is cut`), { chat_id });
  await expectStatus(200, stage.ai('chat', { body: cut }));
  await expectStatus(200, stage.ai(`chat/${chat_id}/continue`, { body: {} }));
  stage.around.upstream.finish = 'stop';
  await chooseVersions(stage, chat_id, style);
  await expectStatus(200, stage.ai(`chat/${chat_id}/title`, { body: {} }));
  await expectStatus(
    200,
    stage.ai('rename-session', {
      body: { session_id: chat_id, new_name: plants.surname(`new_name, ${style}`, 'secret') },
    }),
  );
  const text = plants.surname(`search, ${style}`, 'secret');
  await expectStatus(200, stage.ai('sessions/search', { body: { text } }));
  for (const method of ['PUT', 'DELETE'])
    await expectStatus(200, stage.ai(`sessions/${chat_id}/pin`, { method }));
  await share(stage, chat_id);
  await correct(stage, chat_id, style);
  for (const path of ['history', `history/${chat_id}`, `history/${chat_id}?include=restored`])
    await expectStatus(200, stage.ai(path));
  return chat_id;
}

/** Shares a chat with replacements, reads it by its link, and ends the link. */
async function share(stage: Stage, chatId: string): Promise<void> {
  const made = await stage.ai<{ data: { share_id: string } }>(`sessions/${chatId}/share`, { body: {} });
  for (const path of [`sessions/${chatId}/share`, `shares/${made.body.data.share_id}`])
    await expectStatus(200, stage.ai(path));
  await expectStatus(403, stage.ai(`sessions/${chatId}/share`, { body: { originals: true } }));
  await expectStatus(200, stage.ai(`sessions/${chatId}/share`, { method: 'DELETE' }));
}

/** Keeps and hides values in a chat, and suggests them to an admin, who accepts one and dismisses the other. */
async function correct(stage: Stage, chatId: string, style: string): Promise<void> {
  const { plants, system, user } = stage;
  const kept = plants.email(`kept, ${style}`, 'open');
  const hidden = plants.secret(`hidden, ${style}`);
  const prompt = `Write to ${kept} about ${hidden}.`;
  const words = { chat_id: chatId, keep: [kept], hide: [hidden] };
  await expectStatus(200, stage.ai('chat', { body: stage.prompt(prompt, words) }));
  const at = `sessions/${chatId}`;
  await expectStatus(200, stage.ai(`${at}/corrections`));
  for (const body of [
    { action: 'keep', value: kept },
    { action: 'hide', value: hidden },
  ])
    await expectStatus(200, stage.ai(`${at}/suggestions`, { body }));
  await expectStatus(
    404,
    stage.ai(`${at}/suggestions`, { body: { action: 'hide', value: plants.secret('not hidden') } }),
  );
  const admin = await system.user({ role: 'admin', organizationId: user.organizationId });
  const list = '/admin/v1/suggestions';
  const { body } = await stage.call<{ data: { suggestion_id: string; action: string }[] }>(list, {
    user: admin,
  });
  for (const { suggestion_id, action } of body.data)
    await expectStatus(
      200,
      action === 'keep'
        ? stage.call(`${list}/${suggestion_id}/accept`, { user: admin, method: 'POST' })
        : stage.call(`${list}/${suggestion_id}`, { user: admin, method: 'DELETE' }),
    );
}

/** Makes another version of the second turn, with a changed prompt, and shows the first one again. */
async function chooseVersions(stage: Stage, chatId: string, style: string): Promise<void> {
  const { body } = await stage.ai<{ data: { prompts: { turnId: string }[] } }>(
    `history/${chatId}?include=versions`,
  );
  const { turnId: turn_id } = body.data.prompts[1]!;
  const prompt = stage.plants.sentence(`chat, ${style}, changed prompt of turn 2`);
  await expectStatus(200, stage.ai(`chat/${chatId}/regenerate`, { body: { turn_id, prompt } }));
  await expectStatus(200, stage.ai(`chat/${chatId}/version`, { body: { turn_id } }));
}

/** Starts a chat with an assistant that has values in every text, changes it, and deletes it. */
async function useAssistant(stage: Stage): Promise<void> {
  const { plants } = stage;
  const secret = (field: string) => plants.surname(`assistant, ${field}`, 'secret');
  const fields = {
    name: secret('name'),
    description: secret('description'),
    instruction: `${plants.sentence('assistant, instruction')} Write to {{customer}}.`,
    starters: [secret('starter')],
  };
  const made = await stage.ai<{ data: { assistant_id: string } }>('assistants', { body: fields });
  const { assistant_id } = made.body.data;
  const at = `assistants/${assistant_id}`;
  const headers = { 'file-name': `${secret('file')}.txt`, 'content-type': 'text/plain' };
  const text = plants.sentence('assistant, document');
  const { body } = await stage.ai<{ data: string }>('upload', { body: text, headers });
  await expectStatus(200, stage.ai(`${at}/documents/${body.data}`, { method: 'PUT' }));
  const variables = { customer: plants.sentence('assistant, variable') };
  const started = stage.prompt(plants.sentence('assistant, prompt'), { assistant_id, variables });
  const { anonymized: _, ...previewed } = started;
  await expectStatus(200, stage.ai('preview', { body: { ...previewed, docs: [body.data] } }));
  const chat = await stage.ai<{ session_id: string }>('chat', { body: started });
  await expectStatus(200, stage.ai(`history/${chat.body.session_id}?include=restored,passages`));
  const wrong = { assistant_id, variables: { [secret('variable that it does not have')]: 'x' } };
  await expectStatus(400, stage.ai('chat', { body: stage.prompt('Hello', wrong) }));
  const next = { ...fields, instruction: plants.sentence('assistant, next instruction'), version: 1 };
  await expectStatus(200, stage.ai(at, { method: 'PUT', body: next }));
  for (const path of ['assistants', at, `${at}/versions`]) await expectStatus(200, stage.ai(path));
  for (const path of [`${at}/documents/${body.data}`, at])
    await expectStatus(200, stage.ai(path, { method: 'DELETE' }));
}

/** Sends a prompt with protection off: the provider may see the value, but no other place may contain it. */
async function sendOpenly(stage: Stage): Promise<string> {
  const prompt = stage.plants.sentence('chat, anonymized: false', 'open');
  const body = stage.prompt(prompt, { anonymized: false });
  return (await stage.ai<{ session_id: string }>('chat', { body })).body.session_id;
}

async function stream(stage: Stage): Promise<void> {
  stage.around.upstream.answer = (message) => message.match(/[^]{1,7}/g) ?? [];
  const headers = { accept: 'text/event-stream' };
  await stage.ai('chat', { body: stage.prompt(stage.plants.sentence('chat, streamed')), headers });
  stage.around.upstream.answer = (message) => `You said: ${message}`;
}

/** Closes the connection while the model answers. */
async function breakOff(stage: Stage): Promise<void> {
  const { upstream } = stage.around;
  upstream.intercept = () => true; // Never answers.
  for (const headers of [{}, { accept: 'text/event-stream' }] as Record<string, string>[]) {
    const asked = upstream.requests.length;
    const leave = new AbortController();
    const body = stage.prompt(stage.plants.sentence(`chat, broken off ${headers.accept ?? ''}`));
    const left = stage.ai('chat', { body, headers, signal: leave.signal }).then(
      () => false,
      () => leave.signal.aborted,
    );
    await eventually(() => {
      if (upstream.requests.length === asked) throw new Error('The model was not asked yet');
    });
    leave.abort();
    if (!(await left)) throw new Error('The call was not broken off');
  }
  upstream.intercept = undefined;
}

/** A provider that quotes the prompt in its errors, and one that breaks off its stream. */
async function failUpstream(stage: Stage): Promise<void> {
  const { upstream } = stage.around;
  for (const status of [400, 401, 429, 500, 503]) {
    const word = stage.plants.content(`upstream failure ${status}`);
    upstream.intercept = ({ raw }, response) => {
      const headers = { 'content-type': 'application/json', 'x-error': encodeURIComponent(word) };
      response.writeHead(status, headers).end(JSON.stringify({ error: { message: `${word}: ${raw}` } }));
      return true;
    };
    const prompt = stage.plants.sentence(`chat, upstream answers ${status}`);
    await expectStatus(502, stage.ai('chat', { body: stage.prompt(prompt) }));
    const completion = { model: 'test-model', messages: [{ role: 'user', content: prompt }] };
    await stage.ai('openai/v1/chat/completions', { body: completion });
  }
  upstream.intercept = ({ raw }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`not JSON: ${raw}`);
    return true;
  };
  await stage.ai('chat', { body: stage.prompt(stage.plants.sentence('chat, upstream answers nonsense')) });
  upstream.intercept = ({ raw }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${raw}\n\ndata: {"choices":[{"delta":{"content":${JSON.stringify(raw)}}}]}\n\n`);
    response.socket?.destroy();
    return true;
  };
  const headers = { accept: 'text/event-stream' };
  const body = stage.prompt(stage.plants.sentence('chat, the stream breaks'));
  await stage.ai('chat', { body, headers }).catch((error: unknown) => {
    // fetch reports a stream that breaks off as a TypeError.
    if (!(error instanceof TypeError)) throw error;
  });
  upstream.intercept = undefined;
}

async function useGateway(stage: Stage): Promise<void> {
  const { plants } = stage;
  const message = (role: string, field: string) => ({ role, content: plants.sentence(`gateway, ${field}`) });
  const body = {
    model: 'test-model',
    messages: [
      message('system', 'system'),
      { ...message('user', 'user'), name: `Hans_${plants.surname('gateway, name')}` },
    ],
    user: plants.secret('gateway, user'),
    safety_identifier: plants.secret('gateway, safety_identifier'),
    metadata: { about: plants.secret('gateway, metadata') },
    stop: [plants.phone('gateway, stop')],
  };
  for (const streamed of [false, true])
    await stage.ai('openai/v1/chat/completions', { body: { ...body, stream: streamed } });
  const refused = { ...body, logit_bias: plants.secret('gateway, a field that is refused') };
  await expectStatus(400, stage.ai('openai/v1/chat/completions', { body: refused }));
  await askForResponses(stage);
  await askForMessages(stage);
  await askForContents(stage);
  await askForTheRest(stage);
}

async function askForResponses(stage: Stage): Promise<void> {
  const { plants } = stage;
  const said = (role: string, field: string) => ({ role, content: plants.sentence(`responses, ${field}`) });
  const body = {
    model: 'test-model',
    instructions: plants.sentence('responses, instructions'),
    input: [said('developer', 'developer'), said('user', 'user')],
    user: plants.secret('responses, user'),
    metadata: { about: plants.secret('responses, metadata') },
  };
  for (const stream of [false, true])
    await expectStatus(200, stage.ai('openai/v1/responses', { body: { ...body, stream } }));
  const kept = { ...body, previous_response_id: plants.secret('responses, previous_response_id') };
  await expectStatus(400, stage.ai('openai/v1/responses', { body: kept }));
}

async function askForMessages(stage: Stage): Promise<void> {
  const { plants } = stage;
  const body = {
    model: 'test-model',
    max_tokens: 100,
    system: plants.sentence('messages, system'),
    messages: [{ role: 'user', content: [{ type: 'text', text: plants.sentence('messages, text') }] }],
    metadata: { user_id: plants.secret('messages, user_id') },
  };
  for (const stream of [false, true])
    await expectStatus(200, stage.ai('anthropic/v1/messages', { body: { ...body, stream } }));
  await expectStatus(200, stage.ai('anthropic/v1/messages/count_tokens', { body }));
  await stage.ai('anthropic/v1/models');
  const server = { ...body, mcp_servers: [{ url: plants.secret('messages, mcp_servers') }] };
  await expectStatus(400, stage.ai('anthropic/v1/messages', { body: server }));
}

async function askForContents(stage: Stage): Promise<void> {
  const { plants } = stage;
  const body = {
    systemInstruction: { parts: [{ text: plants.sentence('contents, system') }] },
    contents: [{ role: 'user', parts: [{ text: plants.sentence('contents, text') }] }],
  };
  const model = 'gemini/v1beta/models/test-model';
  for (const call of ['generateContent', 'streamGenerateContent?alt=sse', 'countTokens'])
    await expectStatus(200, stage.ai(`${model}:${call}`, { body }));
  await stage.ai('gemini/v1beta/models');
  const kept = { ...body, cachedContent: plants.secret('contents, cachedContent') };
  await expectStatus(400, stage.ai(`${model}:generateContent`, { body: kept }));
}

/** Calls the remaining gateway endpoints for which the stage has servers. */
async function askForTheRest(stage: Stage): Promise<void> {
  const { plants } = stage;
  await stage.ai('openai/v1/models/test-model');
  const input = plants.sentence('embeddings, input');
  await stage.ai('openai/v1/embeddings', { body: { model: 'test-model', input } });
  const prompt = plants.sentence('gateway, a description of an image');
  await stage.ai('openai/v1/images/generations', { body: { prompt } });
  const edit = new FormData();
  edit.append('prompt', plants.sentence('gateway, a description of an edited image'));
  edit.append(
    'image',
    new File([plants.content('gateway, an image to edit')], plants.secret('gateway, its name')),
  );
  await expectStatus(400, stage.ai('openai/v1/images/edits', { body: edit }));
  await sendBatch(stage);
  const form = new FormData();
  form.append('prompt', plants.secret('gateway, a hint to the speech engine'));
  await stage.ai('openai/v1/audio/transcriptions', { body: form });
}

/** Uploads the requests of a batch. The policy of the stage does not allow that they are sent. */
async function sendBatch(stage: Stage): Promise<void> {
  const { plants } = stage;
  const line = {
    custom_id: plants.surname('batch, custom_id', 'secret'),
    method: 'POST',
    url: '/v1/chat/completions',
    body: {
      model: 'test-model',
      messages: [{ role: 'user', content: plants.sentence('batch, a message', 'secret') }],
    },
  };
  const form = new FormData();
  form.append('purpose', 'batch');
  form.append('file', new File([`${JSON.stringify(line)}\n`], plants.secret('batch, the name of its file')));
  const uploaded = await stage.ai<{ id: string }>('openai/v1/files', { body: form });
  await expectStatus(200, Promise.resolve(uploaded));
  await stage.ai(`openai/v1/files/${uploaded.body.id}/content`);
  await stage.ai('openai/v1/files');
  const metadata = { for: plants.surname('batch, metadata', 'secret') };
  const asked = { input_file_id: uploaded.body.id, completion_window: '24h', metadata };
  await expectStatus(403, stage.ai('openai/v1/batches', { body: { ...asked, endpoint: line.url } }));
  await stage.ai('openai/v1/batches');
  await expectStatus(404, stage.ai('openai/v1/batches/batch_unknown'));
  await expectStatus(404, stage.ai('openai/v1/batches/batch_unknown/cancel', { body: {} }));
  await expectStatus(200, stage.ai(`openai/v1/files/${uploaded.body.id}`));
  await expectStatus(200, stage.ai(`openai/v1/files/${uploaded.body.id}`, { method: 'DELETE' }));
}

/** Checks that a request of the scenario succeeded. Otherwise it would have planted no value. */
export async function expectStatus<T>(
  status: number,
  call: Promise<{ status: number; body: T }>,
): Promise<T> {
  const answer = await call;
  if (answer.status !== status)
    throw new Error(`Answered ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
