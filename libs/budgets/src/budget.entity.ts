import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A budget; of the organization where none of group, user and key is named. */
@Entity('budgets')
@Check('budgets_unit_known', `unit = 'tokens' OR unit ~ '^[A-Z]{3}$'`)
@Check('budgets_of_one', 'num_nonnulls(of_group, of_user, of_key) <= 1')
@Check('budgets_soft_below_hard', 'soft <= hard')
// One of each: over an expression, see its migration.
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
  /** Grows with every change that the count in Redis does not know of. */
  @Column('bigint', { default: 0 }) revision!: string;
  /** The first day of the last month in which the organization was told that it was warned. */
  @Column('date', { name: 'warned_in', nullable: true }) warnedIn!: string | null;
  /** And that it was used up. */
  @Column('date', { name: 'exceeded_in', nullable: true }) exceededIn!: string | null;
  /** What calls used before `countedUntil`, in the month that this is in: they need not be summed again. */
  @Column('bigint', { default: 0 }) counted!: string;
  @Column('timestamptz', { name: 'counted_until', nullable: true }) countedUntil!: Date | null;
}
