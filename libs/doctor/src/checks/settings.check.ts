import { runtimeConfig } from '@app/config';
import { Check, failed, ok, reasonOf, warning, type Finding } from '../check';

/** Checks that every namespace of settings can be read, as at the programs' start. */
export class SettingsCheck extends Check {
  readonly name = 'settings';

  /** @param namespaces each throws a ConfigError if one of its settings is wrong */
  constructor(private readonly namespaces: readonly (() => unknown)[]) {
    super();
  }

  async run(): Promise<Finding> {
    const wrong = this.namespaces.flatMap((read) => {
      try {
        read();
        return [];
      } catch (error) {
        return [reasonOf(error)];
      }
    });
    // Namespaces share some problems.
    const lines = [...new Set(wrong)];
    if (lines.length > 0) return failed(lines.join('; '), 'Correct them; .env.example shows every setting');
    if (runtimeConfig().production) return ok('valid, with NODE_ENV=production');
    return warning('valid, but NODE_ENV is not production', 'Set NODE_ENV=production for real use');
  }
}
