import { Injectable } from '@nestjs/common';
import { ENTITY_TYPES, EntityTable, languageOf, Restorer } from '@app/anonymization';
import { CaseTables } from '@app/cases';
import type { Caller } from '@app/common';
import { ImageGenerator } from '@app/images';
import type { DialectObject } from '@app/llm';
import { acceptRules, CurrentPolicies, protectionOf, withImages } from '@app/policy';
import { HideTexts } from '@app/hiding';
import { PrivateModel } from '@app/private-model';
import type { GatewayInput } from '../hide-body';
import { EDIT_FIELDS, IMAGE_FIELDS, readImageBody } from './read-image-body';
import { PrepareImages, type UploadedImages } from './uploaded-images';

/**
 * Draws or edits one image: hides personal data in its description and in the images to edit, asks the image server, and
 * stores only the call's cost.
 */
@Injectable()
export class DrawImage {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly hideTexts: HideTexts,
    private readonly cases: CaseTables,
    private readonly generator: ImageGenerator,
    private readonly privateModel: PrivateModel,
    private readonly prepareImages: PrepareImages,
  ) {}

  /**
   * @param uploaded the images to edit; absent: the image is drawn from its description alone
   * @returns OpenAI's answer with the image in base64
   * @throws AppError `bad_request`, `image_unreadable`, or the failure of the image server
   */
  async execute(
    owner: Caller,
    input: GatewayInput,
    signal: AbortSignal,
    uploaded?: UploadedImages,
  ): Promise<DialectObject> {
    const fields = uploaded ? EDIT_FIELDS : IMAGE_FIELDS;
    const { options, places, dropped } = readImageBody(input.body, fields);
    const { model } = this.generator;
    const policy = await this.policies.of(owner.organizationId);
    const called = { id: model, internal: true };
    const rules = acceptRules(policy.rulesFor(called), input);
    const { text } = places.all[0]!;
    const choices = policy.hiddenKinds(rules, input.choices);
    const known = input.inCase ? ENTITY_TYPES : [];
    const asked = { choices, known, language: languageOf(text), rules, owner };
    if (input.inCase) await this.cases.check(owner, input.inCase);
    const handling = policy.imagesFor({ ...called, images: true });
    const prepared = uploaded && (await this.prepareImages.execute(owner, uploaded, handling, signal));
    const texts = [{ text, field: 'prompt' }, ...(prepared?.texts ?? [])];
    const searched = await this.hideTexts.search(texts, asked, signal);
    const { hidden: all, table } = await this.cases.hide(
      owner,
      input.inCase ?? EntityTable.create(input.style),
      searched.texts,
      searched.hideBehind,
    );
    const [prompt, ...ofImages] = all;
    const images = await prepared?.paint(ofImages, signal);
    input.onDropped(dropped);
    const { hidden } = await Restorer.prepare(
      table,
      all.map((text) => text.text),
    );
    const left = all.reduce((sum, text) => sum + text.left, 0);
    const protection = withImages(protectionOf(rules, choices, left), images !== undefined);
    input.onProtection?.(protection.level);
    const image = await this.privateModel.make(
      { owner, model, hidden, protection, prompt: prompt!.text },
      (signal) =>
        images
          ? this.generator.edit(prompt!.text, images, signal, options)
          : this.generator.generate(prompt!.text, signal, options),
      signal,
    );
    return { created: Math.floor(Date.now() / 1000), data: [{ b64_json: image.toString('base64') }] };
  }
}
