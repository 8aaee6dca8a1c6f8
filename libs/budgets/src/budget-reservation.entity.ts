import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The maximum usage of a running call. Deleted when it is settled, and ignored after its lease has expired. */
@Entity('budget_reservations')
@Check('budget_reservations_priced', '(cost_micros IS NULL) = (currency IS NULL)')
@Index('budget_reservations_open', ['organizationId', 'expiresAt'])
export class BudgetReservationRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'budget_reservations_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('uuid', { name: 'key_id', nullable: true }) keyId!: string | null;
  @Column('uuid', { name: 'group_ids', array: true, default: [] }) groupIds!: string[];
  @Column('bigint') tokens!: string;
  @Column('bigint', { name: 'cost_micros', nullable: true }) costMicros!: string | null;
  @Column('text', { nullable: true }) currency!: string | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
