import { newId } from '@app/common';
import { MAX_CALLS, refuseMore } from './answer-bounds';
import { isRecord, readCalls, reasonFor, said, type RelayedCall } from './complete-answer';
import type { OpenAiObject } from './language-model';

interface ChoiceSoFar {
  finished: boolean;
  calls: { id: string | undefined; index: number }[];
}

/** The chunks of one answer with what clients rely on and small servers leave out, as `completeAnswer` for a whole one. */
export class CompleteChunks {
  private readonly choices = new Map<number, ChoiceSoFar>();
  private called = 0;
  private last: OpenAiObject;

  /**
   * @param head what identifies the answer, where the server does not
   * @param most choices that it may hold
   */
  constructor(
    private readonly head: OpenAiObject,
    private readonly most: number,
  ) {
    this.last = head;
  }

  /** @throws AppError `provider_failed` if the answer holds more choices than it may, or too many tool calls */
  complete(chunk: OpenAiObject): OpenAiObject {
    const { choices, ...fields } = chunk;
    this.last = { ...this.head, ...said(fields) };
    delete this.last.usage;
    return {
      ...this.last,
      ...('usage' in fields && { usage: fields.usage }),
      choices: (choices as OpenAiObject[]).map((choice, at) => this.choice(choice, at)),
    };
  }

  /** Whether any choice has begun. */
  get hasBegun(): boolean {
    return this.choices.size > 0;
  }

  get isFinished(): boolean {
    return this.hasBegun && [...this.choices.values()].every(({ finished }) => finished);
  }

  /** The chunk that ends the choices which the server did not end itself. */
  end(): OpenAiObject {
    const open = [...this.choices].filter(([, { finished }]) => !finished);
    const choices = open.map(([index, { calls }]) => ({
      index,
      delta: {},
      finish_reason: reasonFor(calls.length > 0),
    }));
    return { ...this.last, choices };
  }

  private choice(choice: OpenAiObject, at: number): OpenAiObject {
    const index = Number.isSafeInteger(choice.index) ? (choice.index as number) : at;
    const known = this.choices.get(index);
    const soFar = known ?? { finished: false, calls: [] };
    this.choices.set(index, soFar);
    refuseMore(this.choices.size, this.most);
    const { tool_calls: given, ...delta } = isRecord(choice.delta) ? choice.delta : {};
    const calls = readCalls(given).map((call) => this.call(call, soFar));
    if (choice.finish_reason) soFar.finished = true;
    return {
      ...choice,
      index,
      delta: {
        ...(!known && { role: 'assistant' }),
        ...said(delta),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
      finish_reason: choice.finish_reason || null,
    };
  }

  /** A piece without an index belongs to the call of its id, else to the last one. */
  private call(call: RelayedCall, { calls }: ChoiceSoFar): RelayedCall {
    const known =
      call.index !== undefined
        ? calls.find(({ index }) => index === call.index)
        : call.id !== undefined
          ? calls.find(({ id }) => id === call.id)
          : calls.at(-1);
    if (known) return { ...call, index: known.index };
    const begun = { id: call.id ?? `call_${newId()}`, index: call.index ?? calls.length };
    calls.push(begun);
    this.called += 1;
    refuseMore(this.called, MAX_CALLS);
    return { type: 'function', ...call, ...begun };
  }
}
