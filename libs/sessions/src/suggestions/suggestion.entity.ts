import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A value that the admins of an organization may see, sealed with a separate data key (subject: its id). */
@Entity('suggestions')
@Unique('suggestions_value_unique', ['organizationId', 'valueHash'])
@Check('suggestions_action_known', `"action" IN ('keep', 'hide')`)
export class SuggestionRow {
  /** Random, because an id with a time would show which request added it. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'suggestions_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('bigint', { name: 'value_hash' }) valueHash!: string;
  @Column('text') action!: 'keep' | 'hide';
  /** Null after the decision of an admin: the hash keeps the value from being suggested again. */
  @Column('bytea', { nullable: true }) value!: Buffer | null;
  /** Without the time of day, which would show which request added it. */
  @Column('date', { name: 'created_on' }) createdOn!: string;
}
