import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A job that has written a file, until that file is deleted: after the data key of the job, which is as old as its result. */
@Entity('job_result_files')
export class ResultFileRow {
  @PrimaryColumn('uuid', { name: 'job_id', primaryKeyConstraintName: 'job_result_files_pkey' })
  jobId!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
