import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What restores the answer to a call of a LiteLLM proxy. Its data key has its id as subject. */
@Entity('guarded_calls')
@Index('guarded_calls_by_call', ['organizationId', 'userId', 'callHash'], { unique: true })
@Index('guarded_calls_by_expiry', ['expiresAt'])
export class GuardedCallRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'guarded_calls_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** A keyed hash of the calling key and the id that LiteLLM gave the call. */
  @Column('text', { name: 'call_hash' }) callHash!: string;
  /** Increases with each change, as an optimistic lock. */
  @Column('integer') revision!: number;
  @Column('bytea') sealed!: Buffer;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
