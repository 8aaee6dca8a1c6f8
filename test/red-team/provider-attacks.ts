import { atGateway, type ErrorCode } from '@app/common';
import type { TestUser, Upstream, UpstreamRequest } from '@app/testing';
import { aPrompt } from '../support/chat';
import { MISBEHAVIORS, type Misbehavior } from './misbehaving-providers';
import type { Random } from './random';

/** Values of every prompt: two that detection finds, and a word that is sent to the provider. */
const HIDDEN = ['Haselbach', 'quirin.haselbach@example.org'];
const SENT = 'Zwiebelturm';
const PROMPT = `Dear Mr. Quirin ${HIDDEN[0]}, your address is ${HIDDEN[1]}. See you at the ${SENT}.`;
export const PRIVATE_VALUES = new RegExp([...HIDDEN, SENT].join('|'), 'i');

/** One way to call a provider. */
interface Way {
  path: string;
  isStreamed: boolean;
  body(model: string): object;
}

const GATEWAY = '/ai/v1/openai/v1';
const messages = [{ role: 'user', content: PROMPT }];
/** The image server gets no model, so the prompt names the misbehavior. */
const drawing = (name: string): string => `${PROMPT} In the style of ${name}`;
const WAYS: readonly Way[] = [
  ...[false, true].flatMap((isStreamed): Way[] => [
    { path: '/ai/v1/chat', isStreamed, body: (model) => aPrompt(PROMPT, { model }) },
    {
      path: `${GATEWAY}/chat/completions`,
      isStreamed,
      body: (model) => ({ model, messages, stream: isStreamed }),
    },
    {
      path: `${GATEWAY}/responses`,
      isStreamed,
      body: (model) => ({ model, input: PROMPT, stream: isStreamed }),
    },
  ]),
  { path: `${GATEWAY}/embeddings`, isStreamed: false, body: (model) => ({ model, input: PROMPT }) },
  { path: '/ai/v1/generate-image', isStreamed: false, body: (name) => ({ prompt: drawing(name) }) },
  {
    path: `${GATEWAY}/images/generations`,
    isStreamed: false,
    body: (name) => ({ prompt: drawing(name), response_format: 'b64_json' }),
  },
];

/** Answers the requests that name a misbehavior. Returns whether it did. */
export function misbehave(
  request: UpstreamRequest,
  response: Parameters<NonNullable<Upstream['intercept']>>[1],
  random: Random,
): boolean {
  const name = request.body.model ?? /In the style of ([a-z0-9-]+)/.exec(request.raw)?.[1];
  const misbehavior = MISBEHAVIORS.find((one) => one.name === name);
  misbehavior?.answer(response, request, random);
  return misbehavior !== undefined;
}

/** Calls providers that misbehave, in every way, and records what the caller receives. */
export class ProviderAttacks {
  /** The calls with an outcome that is not documented, or an answer with text that only the provider wrote. */
  readonly failures: string[] = [];
  calls = 0;

  constructor(
    private readonly url: (path: string) => string,
    private readonly user: Pick<TestUser, 'authorization'>,
  ) {}

  /** Calls each provider in each way, and again until the time is over. */
  async run(until: number, atOnce: number): Promise<void> {
    const all = MISBEHAVIORS.flatMap((misbehavior) => WAYS.map((way) => ({ misbehavior, way })));
    // These cost nothing but time, so all of them wait together.
    const isWaiting = ({ misbehavior }: (typeof all)[number]): boolean =>
      misbehavior.whole.includes('provider_timeout');
    const waiting = all.filter(isWaiting).map(({ misbehavior, way }) => this.call(misbehavior, way));
    const working = all.filter((one) => !isWaiting(one));
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < working.length || Date.now() < until) {
        const { misbehavior, way } = working[next++ % working.length]!;
        await this.call(misbehavior, way);
      }
    };
    await Promise.all([...waiting, ...Array.from({ length: atOnce }, work)]);
  }

  /** Calls a provider that works, in each way. Returns the statuses. */
  async callWorkingOne(): Promise<number[]> {
    return Promise.all(
      WAYS.map(async (way) => {
        const response = await this.send(way, 'test-model');
        const answer = await response.text();
        return response.status === 200 && /"code":/.test(answer) ? 0 : response.status;
      }),
    );
  }

  private async call(misbehavior: Misbehavior, way: Way): Promise<void> {
    this.calls += 1;
    const expected = way.isStreamed ? misbehavior.streamed : misbehavior.whole;
    const response = await this.send(way, misbehavior.name);
    const answer = await response.text();
    const seen = outcomeOf(response, answer);
    const isDocumented = expected.some(
      (code) => code === seen || (code !== 'answered' && `published ${atGateway(code).code}` === seen),
    );
    const isQuoted = seen !== 'answered' && answer.includes(SENT);
    if (!isDocumented || isQuoted)
      this.failures.push(
        `${misbehavior.name}, ${way.path}${way.isStreamed ? ' streamed' : ''}: ${seen} ${answer.slice(-200)}`,
      );
  }

  private send({ path, isStreamed, body }: Way, model: string): Promise<Response> {
    return fetch(this.url(path), {
      method: 'POST',
      headers: {
        ...this.user.authorization,
        'content-type': 'application/json',
        ...(isStreamed && { accept: 'text/event-stream' }),
      },
      body: JSON.stringify(body(model)),
    });
  }
}

/** Returns the code of a failure, `published` and the gateway's code for one in a stream, or `answered`. */
function outcomeOf(response: Response, answer: string): string {
  const code = response.headers.get('x-error-code') as ErrorCode | null;
  if (code) return isPublished(response, answer, code) ? code : `${code} with another status or body`;
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return 'answered';
  const last = answer.split('\n').findLast((line) => line.startsWith('data: ') && line !== 'data: [DONE]');
  const { error, code: named } = JSON.parse(last?.slice('data: '.length) ?? '{}') as {
    error?: { code: string };
    code?: string;
  };
  if (error) return `published ${error.code}`;
  return named ?? 'answered';
}

/** Returns whether status and body of a failure at the gateway belong to its code. */
function isPublished(response: Response, answer: string, code: ErrorCode): boolean {
  if (!new URL(response.url).pathname.startsWith(GATEWAY)) return true;
  const { error } = JSON.parse(answer) as { error: { code: string } };
  const published = atGateway(code);
  return response.status === published.status && error.code === published.code;
}
