import { llmConfig } from '@app/config';
import { Providers } from '@app/llm';
import { Check, failed, ok, printable, reasonOf, warning, type Finding } from '../check';

/** Checks that models are configured, or that the providers list some. */
export class ProviderCheck extends Check {
  readonly name = 'provider';

  async run(): Promise<Finding> {
    const { providers, demo } = llmConfig();
    const todo = 'Set LLM_BASE_URL or PROVIDERS';
    if (providers.length === 0)
      return demo ? warning('none: a demo model answers', todo) : failed('none: chats return 503', todo);
    const found = new Set<string>();
    const failures: string[] = [];
    for (const { settings, client } of new Providers(providers).all) {
      const { name, baseUrl, models } = settings;
      const place = providers.length === 1 ? printable(baseUrl) : `${name}, ${printable(baseUrl)}`;
      try {
        const ids = models.length > 0 ? models : await client.models();
        if (ids.length === 0) failures.push(`${place} lists no model`);
        for (const { id } of ids) found.add(id);
      } catch (error) {
        failures.push(`${reasonOf(error)} (${place})`);
      }
    }
    if (failures.length > 0)
      return failed(failures.join('; '), 'Start it, or correct LLM_BASE_URL and LLM_API_KEY, or PROVIDERS');
    const names = [...found];
    const source = providers.every(({ models }) => models.length > 0)
      ? 'as configured'
      : "from the server's list";
    return ok(
      `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}, ${source}`,
    );
  }
}
