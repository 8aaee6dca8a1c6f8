import { CHOICES, EntityTable, NO_RULES, parseLanguage, Restorer, type Detector } from '@app/anonymization';
import { newId } from '@app/common';
import { llmConfig } from '@app/config';
import type { LanguageModel } from '@app/llm';
import { HideTexts } from '@app/hiding';
import { Check, failed, ok, reasonOf, type Finding } from '../check';

/** Invented values that belong to no person. */
const VALUES = ['Katharina Wegener', 'katharina.wegener@example.com', '+49 30 901820'];
const PROMPT = `Greet ${VALUES[0]} (${VALUES[1]}, ${VALUES[2]}) in one short sentence.`;

/**
 * Sends a prompt with invented personal data like any other prompt: hidden, sent, restored. Nothing of it is stored.
 */
export class PromptCheck extends Check {
  readonly name = 'prompt';
  override readonly needs = ['entity-model', 'provider'];

  constructor(
    private readonly detector: () => Promise<Detector>,
    private readonly model: () => LanguageModel,
  ) {
    super();
  }

  async run(signal: AbortSignal): Promise<Finding> {
    const table = EntityTable.create(llmConfig().replacements);
    const sent = await this.hide(table, signal);
    const left = VALUES.filter((value) => sent.includes(value));
    if (left.length > 0)
      return failed(
        `${left.join(', ')} would have been sent; nothing was sent`,
        'Stop the service now: personal data is not being hidden',
      );
    const restorer = await Restorer.prepare(table, [sent]);
    if ((await restorer.restore(sent)) !== PROMPT)
      return failed('the hidden values are not restored', 'Reinstall the release');
    return this.ask(sent, signal);
  }

  private async hide(table: EntityTable, signal: AbortSignal): Promise<string> {
    const hideTexts = new HideTexts(await this.detector());
    const owner = { organizationId: newId(), userId: newId() };
    const language = parseLanguage('en');
    const searched = await hideTexts.search(
      [{ text: PROMPT, field: 'prompt' }],
      { choices: CHOICES.all, language, rules: NO_RULES, owner },
      signal,
    );
    const [hidden] = await searched.hideBehind(table);
    return hidden!.text;
  }

  private async ask(sent: string, signal: AbortSignal): Promise<Finding> {
    const model = this.model();
    const begun = Date.now();
    try {
      const [first] = await model.models();
      await model.complete({ model: first!.id, messages: [{ role: 'user', content: sent }] }, signal);
      return ok(`${first!.id} was sent "${sent}" and answered within ${Date.now() - begun} ms`);
    } catch (error) {
      return failed(
        `was sent "${sent}"; ${reasonOf(error)}`,
        'Correct LLM_BASE_URL, LLM_API_KEY and LLM_MODELS',
      );
    }
  }
}
