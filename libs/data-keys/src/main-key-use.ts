import { Injectable } from '@nestjs/common';
import { KeyRing } from '@app/crypto';
import { MainKeysStore } from './main-keys.store';

export interface MainKeyState {
  key: string;
  /** `encrypts` and decrypts, `decrypts` alone, or `missing` from ENCRYPTION_KEYS. */
  state: 'encrypts' | 'decrypts' | 'missing';
  data_keys: number;
}

/** Which main keys are configured, and how many data keys each has wrapped. */
@Injectable()
export class MainKeyUse {
  constructor(
    private readonly store: MainKeysStore,
    private readonly ring: KeyRing,
  ) {}

  async execute(): Promise<MainKeyState[]> {
    const used = new Map((await this.store.counts()).map(({ keyId, count }) => [keyId, count]));
    const [first] = this.ring.ids;
    const missing = [...used.keys()].filter((key) => !this.ring.ids.includes(key));
    return [
      ...this.ring.ids.map((key): MainKeyState => ({
        key,
        state: key === first ? 'encrypts' : 'decrypts',
        data_keys: used.get(key) ?? 0,
      })),
      ...missing.map((key): MainKeyState => ({ key, state: 'missing', data_keys: used.get(key)! })),
    ];
  }
}
