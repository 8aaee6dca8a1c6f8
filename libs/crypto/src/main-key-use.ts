import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { KeyRing } from './key-ring';

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
    @InjectDataSource() private readonly db: DataSource,
    private readonly ring: KeyRing,
  ) {}

  async execute(): Promise<MainKeyState[]> {
    const rows = await this.db.query<{ key_id: string; count: number }[]>(
      'SELECT key_id, count(*)::int AS count FROM data_keys GROUP BY key_id ORDER BY key_id',
    );
    const used = new Map(rows.map(({ key_id, count }) => [key_id, count]));
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
