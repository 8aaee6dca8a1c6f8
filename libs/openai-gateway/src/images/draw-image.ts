import { Injectable } from '@nestjs/common';
import { ENTITY_TYPES, EntityTable, guessLanguage, Restorer } from '@app/anonymization';
import { CaseTables } from '@app/cases';
import type { Caller } from '@app/common';
import { ImageGenerator } from '@app/images';
import type { DialectObject } from '@app/llm';
import { acceptRules, CurrentPolicies, protectionOf } from '@app/policy';
import { HideTexts } from '@app/hiding';
import { PrivateModel } from '@app/private-model';
import type { GatewayInput } from '../hide-body';
import { readImageBody } from './read-image-body';

/** Draws one image: hides personal data in its description, asks the image server, and stores only the call's cost. */
@Injectable()
export class DrawImage {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly hideTexts: HideTexts,
    private readonly cases: CaseTables,
    private readonly generator: ImageGenerator,
    private readonly privateModel: PrivateModel,
  ) {}

  /**
   * @returns OpenAI's answer with the image in base64
   * @throws AppError `bad_request`, or the failure of the image server
   */
  async execute(owner: Caller, input: GatewayInput, signal: AbortSignal): Promise<DialectObject> {
    const { options, places, dropped } = readImageBody(input.body);
    const { model } = this.generator;
    const policy = await this.policies.of(owner.organizationId);
    const rules = acceptRules(policy.rulesFor({ id: model, internal: true }), input);
    const { text } = places.all[0]!;
    const choices = policy.hiddenKinds(rules, input.choices);
    const known = input.inCase ? ENTITY_TYPES : [];
    const asked = { choices, known, language: guessLanguage(text), rules, owner };
    if (input.inCase) await this.cases.check(owner, input.inCase);
    const searched = await this.hideTexts.search([{ text, field: 'prompt' }], asked, signal);
    const {
      hidden: [prompt],
      table,
    } = await this.cases.hide(
      owner,
      input.inCase ?? EntityTable.create(input.style),
      searched.texts,
      searched.hideBehind,
    );
    input.onDropped(dropped);
    const { hidden } = await Restorer.prepare(table, [prompt!.text]);
    const protection = protectionOf(rules, choices, prompt!.left);
    input.onProtection?.(protection.level);
    const image = await this.privateModel.make(
      { owner, model, hidden, protection, prompt: prompt!.text },
      (signal) => this.generator.generate(prompt!.text, signal, options),
      signal,
    );
    return { created: Math.floor(Date.now() / 1000), data: [{ b64_json: image.toString('base64') }] };
  }
}
