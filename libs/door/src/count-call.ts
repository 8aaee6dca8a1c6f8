import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';
import { estimateUsage, readUsage, type OpenAiObject } from '@app/llm';
import { RecordUsage } from '@app/usage';
import type { HiddenBody } from './hide-body';

/** Counts what a call through the door cost: as the provider says, else by a tokenizer. */
@Injectable()
export class CountCall {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly usage: RecordUsage,
  ) {}

  /**
   * @param reported the answer, or the chunk, in which the provider may have said it
   * @param written everything that came of the answer
   */
  async execute(
    owner: Owner,
    { body, sent }: HiddenBody,
    reported: OpenAiObject,
    written: string,
  ): Promise<void> {
    const prompt = sent.map((content) => ({ content }));
    const cost = readUsage(reported) ?? (await estimateUsage(prompt, written));
    await this.usage.execute(this.db.manager, { owner, model: String(body.model), ...cost });
  }
}
