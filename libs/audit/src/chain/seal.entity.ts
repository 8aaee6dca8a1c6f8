import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { Chain } from './chain-entry';

/** The seal of an entry. Its table accepts new rows and refuses changes and deletions (see its migration). */
@Entity('audit_seals')
@Unique('audit_seals_entry', ['entryId'])
@Check('audit_seals_chain_known', `chain IN ('events', 'calls')`)
export class SealRow {
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'audit_seals_pkey' })
  organizationId!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'audit_seals_pkey' }) chain!: Chain;
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'audit_seals_pkey' }) seq!: string;
  @Column('uuid', { name: 'entry_id' }) entryId!: string;
  @Column('timestamptz', { name: 'sealed_at' }) sealedAt!: Date;
  @Column('bytea') prev!: Buffer;
  @Column('bytea') hash!: Buffer;
}
