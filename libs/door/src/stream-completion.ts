import { Injectable } from '@nestjs/common';
import { Restorer } from '@app/anonymization';
import type { Owner } from '@app/common';
import { chooseModel, LanguageModel, type OpenAiObject } from '@app/llm';
import { CountCall } from './count-call';
import { HideBody, type DoorInput, type HiddenBody } from './hide-body';
import { isObject } from './json-value';
import { writtenText } from './restore-answer';
import { RestoreChunks } from './restore-chunks';

/** As `CompleteChat`, in chunks, restored while they come. */
@Injectable()
export class StreamCompletion {
  constructor(
    private readonly hideBody: HideBody,
    private readonly model: LanguageModel,
    private readonly countCall: CountCall,
  ) {}

  async *execute(
    owner: Owner,
    input: DoorInput,
    signal: AbortSignal,
  ): AsyncGenerator<OpenAiObject, void, void> {
    await chooseModel(this.model, input.body.model);
    const hidden = await this.hideBody.execute(owner, input, signal);
    const call = { written: '', reported: {} as OpenAiObject };
    try {
      yield* this.chunks(hidden, call, signal, asksForUsage(input));
    } finally {
      if (call.written !== '' || signal.aborted)
        await this.countCall.execute(owner, hidden, call.reported, call.written);
    }
  }

  private async *chunks(
    hidden: HiddenBody,
    call: { written: string; reported: OpenAiObject },
    signal: AbortSignal,
    showsUsage: boolean,
  ): AsyncGenerator<OpenAiObject, void, void> {
    const restorer = await Restorer.prepare(hidden.table, hidden.sent);
    const chunks = new RestoreChunks({ restorer, json: hidden.json, identifiers: hidden.identifiers });
    for await (const chunk of this.model.relayStream(hidden.body, signal)) {
      if (chunk.usage) call.reported = chunk;
      call.written += writtenText(chunk);
      const shown = await chunks.restore(chunk);
      if (showsUsage) yield shown;
      else if ((chunk.choices as unknown[]).length > 0) {
        const { usage: _, ...rest } = shown;
        yield rest;
      }
    }
  }
}

/** The service asks for it in any case; a caller that did not gets no chunk that it does not expect. */
const asksForUsage = ({ body: { stream_options: options } }: DoorInput): boolean =>
  isObject(options) && options.include_usage === true;
