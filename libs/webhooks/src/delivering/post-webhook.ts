import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { invalid, VERSION } from '@app/common';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { AddressRules, locate, NameResolver, PinnedClient, readTarget, type Target } from '@app/ssrf-guard';
import type { AttemptError } from '../store/webhooks.entities';

/** The result of one attempt. */
export interface Attempt {
  statusCode: number | null;
  error: AttemptError | null;
  /** The delay that the receiver requests. */
  retryAfterMs: number;
}

const MAX_ANSWER_BYTES = 64 * 1024;
/** The time for reading the rest of an answer's body, so that the connection can be reused. */
const DRAIN_MS = 1_000;

/** Calls a receiver, within the address rules. Returns every result as data; it never throws. */
@Injectable()
export class PostWebhook {
  constructor(
    @Inject(webhooksConfig.KEY) private readonly config: WebhooksConfig,
    private readonly rules: AddressRules,
    private readonly resolver: NameResolver,
    private readonly client: PinnedClient,
  ) {}

  /** @param attempt from 0; selects one of the name's addresses, so that a retry uses the next one */
  async execute(url: string, body: Buffer, signed: OutgoingHttpHeaders, attempt: number): Promise<Attempt> {
    const target = readTarget(url, this.config.allowHttp);
    if (!target) return failed('address');
    const signal = AbortSignal.timeout(this.config.timeoutMs);
    try {
      const located = await Promise.race([locate(target, this.rules, this.resolver), late(signal)]);
      if (located.kind === 'refused') return failed('address');
      if (located.kind !== 'allowed') return failed('connection');
      const address = choose(located.addresses, attempt);
      const headers = {
        'content-type': 'application/json',
        'user-agent': `privacy-chat/${VERSION}`,
        ...signed,
      };
      return await this.send(target, address, headers, body, signal);
    } catch (error) {
      return failed(signal.aborted ? 'timeout' : classifyError(error));
    }
  }

  private async send(
    target: Target,
    address: string,
    headers: OutgoingHttpHeaders,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const answer = await this.client.send({ target, address, method: 'POST', headers, body, signal });
    void drain(answer);
    return judge(answer.statusCode ?? 0, answer.headers['retry-after'], new Date());
  }
}

const failed = (error: AttemptError): Attempt => ({ statusCode: null, error, retryAfterMs: 0 });

/** Selects IPv4 addresses in turn, or IPv6 addresses if there are no others. */
function choose(addresses: readonly string[], attempt: number): string {
  const v4 = addresses.filter((address) => !address.includes(':'));
  const usable = v4.length > 0 ? v4 : addresses;
  return usable[attempt % usable.length]!;
}

const late = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Reads and discards at most 64 KiB of the answer, for at most a second. */
async function drain(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  answer.on('error', () => answer.destroy());
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) answer.destroy();
  });
  await pause(DRAIN_MS, undefined, { ref: false });
  if (!answer.complete) answer.destroy();
}

const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|EPROTO$|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Returns the category of a socket's error. */
function classifyError(error: unknown): AttemptError {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (TLS.test(code)) return 'tls';
  return code === 'ETIMEDOUT' ? 'timeout' : 'connection';
}

const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Judges a status: 2xx is delivered, everything else failed; redirects are not followed (contract: Webhooks).
 *
 * @param retryAfter the header of that name: seconds, or an HTTP date (RFC 9110, section 10.2.3)
 */
export function judge(statusCode: number, retryAfter: string | undefined, now: Date): Attempt {
  if (statusCode >= 200 && statusCode < 300) return { statusCode, error: null, retryAfterMs: 0 };
  const error = statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status';
  return { statusCode, error, retryAfterMs: readRetryAfter(retryAfter, now) };
}

function readRetryAfter(header: string | undefined, now: Date): number {
  if (!header) return 0;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}

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
