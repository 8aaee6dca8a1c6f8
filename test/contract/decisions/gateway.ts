import type { Decisions } from './proof';

const GATEWAY = 'test/e2e/openai-gateway.e2e-spec.ts';
const CLIENTS = 'test/clients/clients.e2e-spec.ts';
const HIDING = 'libs/openai-gateway/src/hide-body.spec.ts';
const READING = 'libs/openai-gateway/src/reading/read-body.spec.ts';
const JSON_TEXT = 'libs/openai-gateway/src/json-pieces.spec.ts';
const QUIRKS = 'libs/llm/src/relay-quirks.spec.ts';
const REFUSALS = 'libs/llm/src/relay-refusal.spec.ts';

/** The gateway, complete (contract: The OpenAI gateway). */
export const ON_GATEWAY: Decisions = {
  '16: a history comes back as it was': [
    GATEWAY,
    'takes its own answer back, whatever the server and the library',
  ],
  '16: what was added to an answer is accepted': [READING, 'with whatever servers and libraries added to it'],
  '16: in the ordinary loops of client libraries': [CLIENTS, 'keeps its second turn, tool loops'],
  '16: unknown parameters are dropped and named': [
    GATEWAY,
    'is told which of its parameters were not sent on',
  ],
  '16: at most 20 names': ['apps/api/src/openai/dropped-parameters.spec.ts', 'names at most twenty'],
  '16: known shapes pass': [READING, 'passes numbers, booleans and known shapes'],
  '16: identifiers that tell of somebody': [HIDING, 'does not tell of anybody in %s'],
  '16: the same hash in each request': [HIDING, 'are hidden behind the same hash in each request'],
  '16: mapped back': [HIDING, 'comes back in arguments, structured output, names and prose'],
  '16: mapped back in a stream': [GATEWAY, 'gets them back while the call streams'],
  '16: the words of an identifier are searched for nowhere': [
    HIDING,
    'keep ordinary words out of the other texts',
  ],
  '16: tool texts to the byte': [JSON_TEXT, 'is sent to the byte where nothing is found in it'],
  '16: tool texts back to the byte': [JSON_TEXT, 'and comes back to the byte'],
  '16: arguments inside their strings alone': [
    'libs/openai-gateway/src/restore-json.spec.ts',
    'keeps everything else to the byte',
  ],
  '16: [DONE] without a reason': [QUIRKS, 'which ends where the server says that it is done'],
  '16: index and role': [QUIRKS, 'is added to a whole answer'],
  "16: a provider's refusals": [REFUSALS, '%s keeps its meaning, in our own words'],
  '16: x-should-retry': [GATEWAY, 'tells clients not to try again where the operator must do something'],
  '16: Retry-After': [REFUSALS, 'for now, tells clients when to try again'],
};
