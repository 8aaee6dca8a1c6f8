import { Injectable } from '@nestjs/common';
import { ConfigError } from '@app/config';
import { KeyRing } from '@app/crypto';
import { MainKeysStore, type StoredKey } from './main-keys.store';

export interface MainKeyState {
  key: string;
  /** `encrypts` and decrypts, `decrypts` alone, or `missing` from ENCRYPTION_KEYS. */
  state: 'encrypts' | 'decrypts' | 'missing';
  data_keys: number;
}

/** Whether main keys of before may be taken away. */
export interface KeyRotation {
  /** The name of the main key that wraps new data keys. */
  encrypts: string;
  /** How many are configured. */
  mainKeys: number;
  /** Data keys that others than it still wrap. */
  old: number;
}

/** Which main keys are configured, and how many data keys each has wrapped. */
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

  /** Without counting the data keys of the main key that encrypts, which may be very many. */
  async rotation(): Promise<KeyRotation> {
    const [encrypts] = this.keyRing.ids;
    const used = await this.store.countsWithout(encrypts);
    const old = used.reduce((sum, { count }) => sum + count, 0);
    return { encrypts, mainKeys: this.keyRing.ids.length, old };
  }
}

/** Before anything is served: whether the main keys fit what they are to open. */
@Injectable()
export class CheckMainKeys {
  constructor(
    private readonly store: MainKeysStore,
    private readonly keyRing: KeyRing,
  ) {}

  /** @throws ConfigError where a main key that is still in use is missing, or is another one of the same name */
  async execute(): Promise<void> {
    for (const sample of await this.store.samples()) {
      if (!this.keyRing.ids.includes(sample.keyId))
        throw new ConfigError(
          `ENCRYPTION_KEYS: lacks the key ${sample.keyId}, which data is encrypted under; expected it behind the first`,
        );
      if (!this.opens(sample))
        throw new ConfigError(
          `ENCRYPTION_KEYS: the key ${sample.keyId} is not the one that data was encrypted under; expected that one`,
        );
    }
  }

  private opens({ subjectId, ...wrapped }: StoredKey): boolean {
    try {
      this.keyRing.unwrap(wrapped, subjectId);
      return true;
    } catch {
      return false; // It was authenticated with another key: the caller says so.
    }
  }
}
