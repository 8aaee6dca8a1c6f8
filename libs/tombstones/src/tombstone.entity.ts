import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TombstoneKind } from './tombstone';

/** A tombstone that is not yet written outside the database. Triggers insert it. */
@Entity('tombstones')
export class TombstoneRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'tombstones_pkey' }) kind!: TombstoneKind;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tombstones_pkey' }) id!: string;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
