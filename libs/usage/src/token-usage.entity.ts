import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What one model call cost. Stays when the chat is deleted, and says nothing of its content. */
@Entity('token_usage')
@Check('token_usage_priced', '(cost_micros IS NULL) = (currency IS NULL)')
@Check('token_usage_source_known', `source IN ('provider', 'tokenizer')`)
// With the columns that are summed included, so that a year is read from the index alone: see its migration.
@Index('token_usage_by_time', { synchronize: false })
export class TokenUsageRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'token_usage_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** Null once the user was erased. */
  @Column('uuid', { name: 'user_id', nullable: true }) userId!: string | null;
  @Column('text') model!: string;
  @Column('integer', { name: 'prompt_tokens' }) promptTokens!: number;
  @Column('integer', { name: 'completion_tokens' }) completionTokens!: number;
  /** Who counted: the provider's own figures, or a tokenizer where it gave none. */
  @Column('text') source!: 'provider' | 'tokenizer';
  /** The key that called; null: a person did, or was erased since. */
  @Column('uuid', { name: 'key_id', nullable: true }) keyId!: string | null;
  /** The groups that the user was in when the call was made. */
  @Column('uuid', { name: 'group_ids', array: true, default: [] }) groupIds!: string[];
  /** By the prices of that time, in millionths of the currency; null: the model had none. */
  @Column('bigint', { name: 'cost_micros', nullable: true }) costMicros!: string | null;
  @Column('text', { nullable: true }) currency!: string | null;
  /** How much of what was sent was searched; null: a recording, or counted before the level was. */
  @Column('text', { nullable: true }) protection!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
