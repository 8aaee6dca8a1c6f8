import { Injectable } from '@nestjs/common';
import { Restorer } from '@app/anonymization';
import type { Owner } from '@app/common';
import { chooseModel, LanguageModel, type OpenAiObject } from '@app/llm';
import { CountCall } from './count-call';
import { HideBody, type DoorInput } from './hide-body';
import { restoreAnswer, writtenText } from './restore-answer';

/** One call through the door: hide, ask, put back. Nothing of it is kept but its cost. */
@Injectable()
export class CompleteChat {
  constructor(
    private readonly hideBody: HideBody,
    private readonly model: LanguageModel,
    private readonly countCall: CountCall,
  ) {}

  async execute(owner: Owner, input: DoorInput, signal: AbortSignal): Promise<OpenAiObject> {
    await chooseModel(this.model, input.body.model);
    const hidden = await this.hideBody.execute(owner, input, signal);
    let answer: OpenAiObject | undefined;
    try {
      answer = await this.model.relay(hidden.body, signal);
    } finally {
      if (answer || signal.aborted)
        await this.countCall.execute(owner, hidden, answer ?? {}, answer ? writtenText(answer) : '');
    }
    const restorer = await Restorer.prepare(hidden.table, hidden.sent);
    return restoreAnswer(answer, { restorer, json: hidden.json, identifiers: hidden.identifiers });
  }
}
