import type { Decisions } from './proof';

const ANONYMIZATION = 'test/e2e/anonymization-job.e2e-spec.ts';
const POST = 'libs/webhooks/src/delivering/post-webhook.spec.ts';
const JUDGE = 'libs/webhooks/src/delivering/judge.spec.ts';
const CLIENT = 'libs/outbound/src/pinned-client.spec.ts';
const ADDRESSES = 'libs/outbound/src/refused-addresses.spec.ts';
const CHECK = 'libs/webhooks/src/check-webhook-url.spec.ts';
const CLAIMS = 'libs/webhooks/src/delivering/delivery-slots.spec.ts';
const SETTINGS = 'libs/config/src/webhooks.config.spec.ts';

/** Webhooks (contract: Webhooks). */
export const ON_WEBHOOKS: Decisions = {
  '10: body and headers': [ANONYMIZATION, 'is accepted, and its result arrives signed'],
  '10: signed after Standard Webhooks': [
    'libs/webhooks/src/signing/sign-webhook.spec.ts',
    'verifies, for any body',
  ],
  '10: two secrets sign after rotate': [ANONYMIZATION, 'is signed with both secrets after a rotation'],
  '10: one webhook-id for every attempt': [ANONYMIZATION, 'always under one webhook-id'],
  '10: 2xx is delivered': [JUDGE, 'takes %i as delivered'],
  '10: in time': [POST, 'gives up at the time-out, whatever the receiver does meanwhile'],
  '10: redirects are not followed': [CLIENT, 'does not follow redirects'],
  '10: 64 KiB of the answer': [POST, 'is done when the status is there, however long the answer goes on'],
  '10: the later of schedule and Retry-After': [JUDGE, 'waits for the later of schedule and Retry-After'],
  '10: an hour at most': [JUDGE, 'reads Retry-After %j as %i ms, an hour at most'],
  '10: 410': [JUDGE, 'ends for good at 410'],
  '10: the schedule': [SETTINGS, 'tries again after 5 s, 1 min, 5 min, 30 min'],
  '10: jitter': [JUDGE, 'never comes earlier than the schedule says, and at most a tenth later'],
  '10: exhausted': [JUDGE, 'is exhausted after the last retry'],
  '10: a bound per host, over all workers': [CLAIMS, 'never has more under way to one host than the bound'],
  '10: a slow receiver holds nobody up': [CLAIMS, 'keeps half of a worker’s places free of slow hosts'],
  '10: categories of errors': [POST, 'tells a broken connection from an answer'],
  '10: one look-up, and that very address': [
    POST,
    'looks a name up once for each attempt, and connects to what it found',
  ],
  '10: one refused address refuses the name': [ADDRESSES, "'https://mixed.example/'"],
  '10: refused and unknown names answer alike': [CHECK, 'in the same words'],
  '10: resolver trouble accepts': [CHECK, 'accepts where the resolver is in trouble'],
  '10: ports': [ADDRESSES, "'https://good.example:22/'"],
  '10: special ranges': [ADDRESSES, 'refuses %s'],
  '10: WEBHOOK_ALLOWED_NETWORKS': [ADDRESSES, 'lets exactly the networks of the allow-list through'],
  '10: WEBHOOK_ALLOW_HTTP': [SETTINGS, 'refuses webhooks in plain text in production'],
  '10: certificates, and WEBHOOK_CA_FILE': [
    CLIENT,
    'refuses a certificate of another name, and one that nobody vouches for',
  ],
};
