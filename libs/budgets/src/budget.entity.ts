import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A budget; the organization's if it has no group, user and key. */
@Entity('budgets')
@Check('budgets_unit_known', `unit = 'tokens' OR unit ~ '^[A-Z]{3}$'`)
@Check('budgets_of_one', 'num_nonnulls(of_group, of_user, of_key) <= 1')
@Check('budgets_soft_below_hard', 'soft <= hard')
// One budget per subject. The index is over an expression: see its migration.
@Index('budgets_of_whom', { synchronize: false })
@Index('budgets_of_group', ['ofGroup'])
@Index('budgets_of_user', ['ofUser'])
@Index('budgets_of_key', ['ofKey'])
export class BudgetRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'budgets_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'of_group', nullable: true }) ofGroup!: string | null;
  @ManyToOne('GroupRow', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'of_group', foreignKeyConstraintName: 'budgets_of_group_fkey' })
  group?: unknown;
  @Column('uuid', { name: 'of_user', nullable: true }) ofUser!: string | null;
  @ManyToOne('UserRow', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'of_user', foreignKeyConstraintName: 'budgets_of_user_fkey' })
  user?: unknown;
  @Column('uuid', { name: 'of_key', nullable: true }) ofKey!: string | null;
  @ManyToOne('ApiKeyRow', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'of_key', foreignKeyConstraintName: 'budgets_of_key_fkey' })
  key?: unknown;
  /** `tokens`, or a currency. */
  @Column('text') unit!: string;
  @Column('bigint', { nullable: true }) soft!: string | null;
  @Column('bigint', { nullable: true }) hard!: string | null;
  /** Incremented by every change that the count in Redis does not include. */
  @Column('bigint', { default: 0 }) revision!: string;
  /** The first day of the last month in which the organization was notified of the soft limit. */
  @Column('date', { name: 'warned_in', nullable: true }) warnedIn!: string | null;
  /** The first day of the last month in which the organization was notified of the hard limit. */
  @Column('date', { name: 'exceeded_in', nullable: true }) exceededIn!: string | null;
  /** The usage of the month until `countedUntil`, so that it need not be summed again. */
  @Column('bigint', { default: 0 }) counted!: string;
  @Column('timestamptz', { name: 'counted_until', nullable: true }) countedUntil!: Date | null;
}
