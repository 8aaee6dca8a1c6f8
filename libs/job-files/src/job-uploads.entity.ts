import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * The uploaded file of a job in the blob store, while it arrives and until its job ends. A blob without a row has no owner. The
 * table has the name of the first files that were uploaded, recordings, because the previous version uses it.
 */
@Entity('job_audio')
@Unique('job_audio_arriving_key', ['arrivingKey'])
@Index('job_audio_age', ['createdAt'])
export class JobUploadRow {
  /** The job that the upload is for, which may not be accepted yet. */
  @PrimaryColumn('uuid', { name: 'job_id', primaryKeyConstraintName: 'job_audio_pkey' }) jobId!: string;
  /** While it arrives: keyed hash of its owner, its endpoint and `Idempotency-Key`. */
  @Column('text', { name: 'arriving_key', nullable: true }) arrivingKey!: string | null;
  /** While it arrives: the end of its process's lease. */
  @Column('timestamptz', { name: 'arriving_until', nullable: true }) arrivingUntil!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
