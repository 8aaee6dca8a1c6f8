import { newId } from '@app/common';
import { MAX_CALLS, refuseMore } from './answer-bounds';
import { readCalls, reasonFor, withValues, type RelayedCall } from './complete-answer';
import { isRecord } from './openai-format';
import type { DialectObject } from './language-model';

interface ChoiceSoFar {
  finished: boolean;
  calls: { id: string | undefined; index: number }[];
}

/** Adds the fields to the chunks of one answer that clients rely on and small servers omit, like `completeAnswer`. */
export class CompleteChunks {
  private readonly choices = new Map<number, ChoiceSoFar>();
  private called = 0;
  private last: DialectObject;

  /**
   * @param head the identifying fields of the answer, for servers that omit them
   * @param most the limit for choices
   */
  constructor(
    private readonly head: DialectObject,
    private readonly most: number,
  ) {
    this.last = head;
  }

  /** @throws AppError `provider_failed` if the answer has too many choices or tool calls */
  complete(chunk: DialectObject): DialectObject {
    const { choices, ...fields } = chunk;
    this.last = { ...this.head, ...withValues(fields) };
    delete this.last.usage;
    return {
      ...this.last,
      ...('usage' in fields && { usage: fields.usage }),
      choices: (choices as DialectObject[]).map((choice, at) => this.choice(choice, at)),
    };
  }

  /** Whether any choice has begun. */
  get hasBegun(): boolean {
    return this.choices.size > 0;
  }

  get isFinished(): boolean {
    return this.hasBegun && [...this.choices.values()].every(({ finished }) => finished);
  }

  /** Returns the chunk that ends the choices which the server did not end. */
  end(): DialectObject {
    const open = [...this.choices].filter(([, { finished }]) => !finished);
    const choices = open.map(([index, { calls }]) => ({
      index,
      delta: {},
      finish_reason: reasonFor(calls.length > 0),
    }));
    return { ...this.last, choices };
  }

  private choice(choice: DialectObject, at: number): DialectObject {
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
        ...withValues(delta),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
      finish_reason: choice.finish_reason || null,
    };
  }

  /** A piece without an index belongs to the call with its id, or else to the last call. */
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
