import { Injectable } from '@nestjs/common';
import { ConfigError } from '@app/config';
import { KeyRing } from '@app/crypto';
import type { StoredKey } from './data-keys.store';
import { MainKeysStore } from './main-keys.store';

export interface MainKeyState {
  key: string;
  /** `encrypts` and decrypts, only `decrypts`, or `missing` from ENCRYPTION_KEYS. */
  state: 'encrypts' | 'decrypts' | 'missing';
  data_keys: number;
}

/** The progress of a key rotation: whether earlier main keys may be removed. */
export interface KeyRotation {
  /** The id of the main key that wraps new data keys. */
  encrypts: string;
  /** The number of configured main keys. */
  mainKeys: number;
  /** The number of data keys that other main keys still wrap. */
  old: number;
}

/** Lists the main keys with the number of data keys that each wraps. */
@Injectable()
export class MainKeyUse {
  constructor(
    private readonly store: MainKeysStore,
    private readonly keyRing: KeyRing,
  ) {}

  async execute(): Promise<MainKeyState[]> {
    const used = new Map((await this.store.counts()).map(({ keyId, count }) => [keyId, count]));
    const [first] = this.keyRing.ids;
    const missing = [...used.keys()].filter((key) => !this.keyRing.ids.includes(key));
    return [
      ...this.keyRing.ids.map((key): MainKeyState => ({
        key,
        state: key === first ? 'encrypts' : 'decrypts',
        data_keys: used.get(key) ?? 0,
      })),
      ...missing.map((key): MainKeyState => ({ key, state: 'missing', data_keys: used.get(key)! })),
    ];
  }

  /** Does not count the data keys of the main key that encrypts, because there may be very many. */
  async rotation(): Promise<KeyRotation> {
    const [encrypts] = this.keyRing.ids;
    const used = await this.store.countsWithout(encrypts);
    const old = used.reduce((sum, { count }) => sum + count, 0);
    return { encrypts, mainKeys: this.keyRing.ids.length, old };
  }
}

/** Checks before the start that the main keys match the stored data keys. */
@Injectable()
export class CheckMainKeys {
  constructor(
    private readonly store: MainKeysStore,
    private readonly keyRing: KeyRing,
  ) {}

  /** @throws ConfigError if a main key in use is missing, or if another key has its id */
  async execute(): Promise<void> {
    for (const sample of await this.store.samples()) {
      if (!this.keyRing.ids.includes(sample.keyId))
        throw new ConfigError(
          `ENCRYPTION_KEYS: lacks the key ${sample.keyId}, with which data is encrypted; expected it after the first key`,
        );
      if (!this.opens(sample))
        throw new ConfigError(
          `ENCRYPTION_KEYS: the key ${sample.keyId} is not the key with which data was encrypted; expected that key`,
        );
    }
  }

  private opens({ subjectId, ...wrapped }: StoredKey): boolean {
    try {
      this.keyRing.unwrap(wrapped, subjectId);
      return true;
    } catch {
      return false; // It was sealed with another key: the caller reports that.
    }
  }
}
