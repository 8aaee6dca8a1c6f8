import { llmConfig } from '@app/config';
import { createLanguageModel } from '@app/llm';
import { Check, failed, ok, printable, reasonOf, warning, type Finding } from '../check';

/** Checks that a language model is available. */
export class ProviderCheck extends Check {
  readonly name = 'provider';

  async run(): Promise<Finding> {
    const config = llmConfig();
    const { baseUrl, demo } = config;
    const todo = 'Set LLM_BASE_URL';
    if (!baseUrl)
      return demo ? warning('none: a demo model answers', todo) : failed('none: chats return 503', todo);
    try {
      const names = (await createLanguageModel(config).models()).map(({ id }) => id);
      if (names.length === 0) return failed(`${printable(baseUrl)} lists no model`, 'Set LLM_MODELS');
      const source = config.models.length > 0 ? 'from LLM_MODELS' : "from the server's list";
      return ok(
        `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}, ${source}`,
      );
    } catch (error) {
      return failed(
        `${reasonOf(error)} (${printable(baseUrl)})`,
        'Start it, or correct LLM_BASE_URL and LLM_API_KEY',
      );
    }
  }
}
