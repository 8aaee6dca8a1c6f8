import { Check, Column, CreateDateColumn, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { Grant } from '@app/common';
import type { StoredLimits } from './limits';

@Entity('organizations')
@Unique('organizations_name_unique', ['name'])
@Check('organizations_grants_known', `grants <@ ARRAY['transcribe', 'anonymize']`)
export class OrganizationRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organizations_pkey' }) id!: string;
  @Column('text') name!: string;
  @Column('boolean') active!: boolean;
  @Column('text', { array: true }) grants!: Grant[];
  @Column('jsonb', { name: 'rate_limits', default: {} }) rateLimits!: StoredLimits;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}
