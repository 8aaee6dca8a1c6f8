import { ConfigError } from '@app/config';
import { CheckMainKeys } from '@app/data-keys';
import { Check, failed, ok, type Finding } from '../check';
import type { DatabaseParts } from '../probes/database-parts';

/** ENCRYPTION_KEYS open a stored data key of every main key that is in use. */
export class KeysCheck extends Check {
  readonly name = 'keys';
  override readonly needs = ['postgres', 'migrations'];

  constructor(private readonly parts: DatabaseParts) {
    super();
  }

  async run(): Promise<Finding> {
    const keys = await this.parts.get(CheckMainKeys);
    try {
      await keys.execute();
      return ok('ENCRYPTION_KEYS open what is stored under each of them');
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return failed(error.message, 'Put that key back behind the first; cli keys list shows what is in use');
    }
  }
}
