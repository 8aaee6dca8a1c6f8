import { UsageOfEvents } from './usage-of-events';

it('reports the usage of a message with the end of the answer, so that a cut answer is estimated', () => {
  const usage = new UsageOfEvents();
  const message = { usage: { input_tokens: 7, output_tokens: 1 } };
  expect(usage.read({ type: 'message_start', message })).toBeUndefined();
  expect(usage.read({ type: 'message_delta', delta: {}, usage: { output_tokens: 9 } })).toEqual({
    promptTokens: 7,
    completionTokens: 9,
    source: 'provider',
  });
});
