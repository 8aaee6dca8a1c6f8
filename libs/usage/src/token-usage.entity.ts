import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The cost of a model call. It stays after the chat is deleted, and contains no content. */
@Entity('token_usage')
@Check('token_usage_priced', '(cost_micros IS NULL) = (currency IS NULL)')
@Check('token_usage_source_known', `source IN ('provider', 'tokenizer')`)
// Covers the columns that are summed, so that a year is read from the index only: see its migration.
@Index('token_usage_by_time', { synchronize: false })
export class TokenUsageRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'token_usage_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** Null after the user was erased. */
  @Column('uuid', { name: 'user_id', nullable: true }) userId!: string | null;
  @Column('text') model!: string;
  @Column('integer', { name: 'prompt_tokens' }) promptTokens!: number;
  @Column('integer', { name: 'completion_tokens' }) completionTokens!: number;
  /** The source of the count: the provider, or a tokenizer if the provider gave none. */
  @Column('text') source!: 'provider' | 'tokenizer';
  /** The key that called; null if a user called, or was erased since. */
  @Column('uuid', { name: 'key_id', nullable: true }) keyId!: string | null;
  /** The user's groups at the time of the call. */
  @Column('uuid', { name: 'group_ids', array: true, default: [] }) groupIds!: string[];
  /** At the prices of that time, in millionths of the currency; null if the model had no price. */
  @Column('bigint', { name: 'cost_micros', nullable: true }) costMicros!: string | null;
  @Column('text', { nullable: true }) currency!: string | null;
  /** How much of the sent content was searched; null for a recording, or before the level was counted. */
  @Column('text', { nullable: true }) protection!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
