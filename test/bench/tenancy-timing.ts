/**
 * Tests whether response times distinguish another user's id from an unknown id: `npm run bench:tenancy [-- ROUNDS]`. For every
 * id that an endpoint accepts, both are requested in random order. `P` is the probability that the answer for the other user's
 * id takes longer (Mann-Whitney; 0.5: no difference), `z` its significance. The last line is a control with a known
 * difference: the owner's own chat.
 */
import { newId } from '@app/common';
import { startSystem, startUpstream, startWebhookReceiver } from '@app/testing';
import { askFor, belongingOf } from '../support/tenancy/ask-for';
import { IMAGE_ANSWER, makeBelongings } from '../support/tenancy/belongings';
import { idSlots } from '../support/tenancy/id-slots';
import { compare, describeSamples } from './compare-samples';

const ROUNDS = Number(process.argv[2] ?? 400);

async function main(): Promise<void> {
  const [upstream, receiver] = await Promise.all([startUpstream(), startWebhookReceiver()]);
  upstream.intercept = ({ path }, response) => {
    if (path.endsWith('/images/generations')) response.writeHead(200).end(IMAGE_ANSWER);
    return path.endsWith('/images/generations');
  };
  const system = await startSystem({
    LLM_BASE_URL: upstream.baseUrl,
    IMAGE_BASE_URL: upstream.baseUrl,
    WEBHOOK_CA_FILE: receiver.caFile,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  });
  try {
    const owner = await system.user({ role: 'admin' });
    const colleague = await system.user({ organizationId: owner.organizationId });
    const otherAdmin = await system.user({ role: 'admin' });
    const belongings = await makeBelongings(system, owner, receiver);
    await system.worker.stop();
    const slots = await idSlots(system);
    // The threshold rises with the number of comparisons (Bonferroni, 5 % in total).
    console.log(`${ROUNDS} rounds; telling apart would take |z| > 3.1`);
    for (const slot of slots) {
      const stranger = slot.path.startsWith('/admin/') ? otherAdmin : colleague;
      const times = await sample([belongings[belongingOf(slot)], newId()], (id) =>
        askFor(system, stranger, slot, id, belongings),
      );
      console.log(describeSamples(`${slot.method} ${slot.path}: ${slot.name}`, compare(...times)));
    }
    const history = slots.find(
      ({ method, path }) => method === 'GET' && path.endsWith('/history/{chat_id}'),
    )!;
    const times = await sample([belongings.chat, newId()], (id) =>
      askFor(system, owner, history, id, belongings),
    );
    console.log(describeSamples('control: the owner reads the chat', compare(...times)));
  } finally {
    await system.stop();
    await Promise.all([upstream.stop(), receiver.stop()]);
  }
}

/** @returns the times of both, in milliseconds */
async function sample(
  ids: [string, string],
  ask: (id: string) => Promise<unknown>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -10; round < ROUNDS; round += 1)
    for (const which of Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now();
      await ask(ids[which]);
      // The first rounds warm up.
      if (round >= 0) times[which].push(performance.now() - startedAt);
    }
  return times;
}

void main();
