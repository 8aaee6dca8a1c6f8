import { ConfigError } from '@app/config';
import { CheckMainKeys } from '@app/data-keys';
import { Check, failed, ok, type Finding } from '../check';
import type { DatabaseParts } from '../probes/database-parts';

/** Checks that ENCRYPTION_KEYS decrypt a stored data key of every main key in use. */
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
      return ok('ENCRYPTION_KEYS decrypt the data of each main key in use');
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return failed(
        error.message,
        'Add that key again after the first one; cli keys list shows the keys in use',
      );
    }
  }
}
