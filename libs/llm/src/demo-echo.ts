import { newId, type Clock } from '@app/common';
import { estimateUsage } from './count-tokens';
import {
  type Completion,
  type CompletionEvent,
  type CompletionRequest,
  type Model,
  type DialectObject,
  limitedModel,
  type Limits,
} from './language-model';
import { ChatModel } from './chat-model';

const ID = 'demo-echo';

/** A stand-in for a model that returns the messages a model would receive, for trials without a provider. */
export class DemoEcho extends ChatModel {
  constructor(
    private readonly settings: Limits,
    private readonly clock: Clock,
  ) {
    super();
  }

  async models(): Promise<readonly Model[]> {
    return [limitedModel(ID, this.settings)];
  }

  override async complete({ messages }: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    signal.throwIfAborted();
    const text = echo(messages);
    return { text, usage: await estimateUsage(messages, text), finish: 'stop' };
  }

  override async *stream(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionEvent> {
    const { text, ...end } = await this.complete(request, signal);
    for (const word of words(text)) {
      signal.throwIfAborted();
      yield { text: word };
    }
    yield end;
  }

  async relayChat(body: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    const { text, usage } = await this.complete({ model: ID, messages: messagesOf(body) }, signal);
    const message = { role: 'assistant', content: text };
    return {
      ...this.head('chat.completion'),
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: usageObject(usage),
    };
  }

  async *relayChatStream(body: DialectObject, signal: AbortSignal): AsyncGenerator<DialectObject> {
    const head = this.head('chat.completion.chunk');
    for await (const event of this.stream({ model: ID, messages: messagesOf(body) }, signal)) {
      if ('text' in event)
        yield { ...head, choices: [{ index: 0, delta: { role: 'assistant', content: event.text } }] };
      else {
        yield { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
        yield { ...head, choices: [], usage: usageObject(event.usage) };
      }
    }
  }

  /** Returns vectors without semantics: each word increments the component that its letters select. */
  async embed({ input }: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    signal.throwIfAborted();
    const texts = [input].flat().map(String);
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    const { promptTokens } = await estimateUsage(
      texts.map((content) => ({ content })),
      '',
    );
    return {
      object: 'list',
      data,
      model: ID,
      usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
    };
  }

  private head(object: string): DialectObject {
    const created = Math.floor(this.clock.now().getTime() / 1000);
    return { id: `chatcmpl-${newId()}`, object, created, model: ID };
  }
}

type Messages = CompletionRequest['messages'];

/** Returns only the last message: otherwise each turn would repeat the echoes before it. */
const echo = (messages: Messages): string =>
  `This is ${ID}, not a language model: it only repeats what a provider would have been sent.\n\n` +
  (messages.at(-1)?.content ?? '');

const PLACES = 16;

function vectorOf(text: string): number[] {
  const vector = Array.from({ length: PLACES }, () => 0);
  for (const word of words(text)) {
    let place = 0;
    for (const letter of word.trim()) place = (place * 31 + letter.charCodeAt(0)) % PLACES;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const words = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];

/** Returns a body's messages as text. Joins the parts of a message that has several. */
function messagesOf({ messages }: DialectObject): Messages {
  return (messages as { role: 'user'; content?: string | { text?: string }[] | null }[]).map(
    ({ role, content }) => ({
      role,
      content: Array.isArray(content) ? content.map(({ text }) => text ?? '').join('\n') : (content ?? ''),
    }),
  );
}

const usageObject = ({
  promptTokens,
  completionTokens,
}: {
  promptTokens: number;
  completionTokens: number;
}) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});
