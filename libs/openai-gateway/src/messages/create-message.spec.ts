import { createSecretKey } from 'node:crypto';
import { KeyRing } from '@app/crypto';
import type { LanguageModel, OpenAiObject } from '@app/llm';
import type { CallForm, FormOf, RelayCall } from '../relay-call';
import { CreateMessage } from './create-message';

const keyRing = new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 1)) }]);
const owner = { organizationId: 'o', userId: 'u', groups: [] };

/** Returns the form of a call with this protection. */
function formOf(protection: string): CallForm {
  let made: FormOf | undefined;
  const relayCall = { whole: async (_: unknown, __: unknown, form: FormOf) => void (made = form) };
  void new CreateMessage(relayCall as unknown as RelayCall, {} as LanguageModel, keyRing).execute(
    owner,
    { body: {}, style: 'placeholders', onDropped: () => undefined },
    new AbortController().signal,
  );
  return made!(protection);
}
const sent = (form: CallForm, content: OpenAiObject[]) =>
  form.body.read(
    { model: 'm', max_tokens: 5, messages: [{ role: 'assistant', content: content as never }] },
    String,
  ).body.messages;

describe('a call with messages', () => {
  it('gets back what its model thought only while the same is hidden from the same model', async () => {
    const restoring = formOf('one').restoring(
      { restorer: { begin: () => undefined } as never, json: false, identifiers: new Map() },
      {},
    );
    const thought = { type: 'thinking', thinking: 'Anna is ill.', signature: 'c2ln' };
    const [answer] = await restoring.write({ type: 'message', content: [thought] });
    const [shown] = answer!.content as OpenAiObject[];
    expect(sent(formOf('one'), [shown!])).toEqual([{ role: 'assistant', content: [thought] }]);
    expect(sent(formOf('two'), [shown!])).toEqual([{ role: 'assistant', content: [] }]);
  });

  it('reports the usage with the end of the answer, so that a cut answer is estimated', () => {
    const { readPart } = formOf('one');
    const message = { usage: { input_tokens: 7, output_tokens: 1 } };
    expect(readPart({ type: 'message_start', message }).usage).toBeUndefined();
    expect(readPart({ type: 'message_delta', delta: {}, usage: { output_tokens: 9 } }).usage).toEqual({
      promptTokens: 7,
      completionTokens: 9,
      source: 'provider',
    });
  });
});
