import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { retentionConfig } from '@app/config';
import { JobFilesModule } from '@app/job-files';
import { JobsModule } from '@app/jobs';
import { TombstonesModule } from '@app/tombstones';
import { WebhooksModule } from '@app/webhooks';
import { DeleteJob } from './delete-job';
import { EraseJobs } from './erase-jobs';
import { ExpireJobs } from './expire-jobs';
import { ExportJobs } from './export-jobs';
import { OperatorJobs } from './operator-jobs';
import { OrganizationJobs } from './organization-jobs';
import { OwnJob } from './own-job';

const parts = [DeleteJob, EraseJobs, ExpireJobs, ExportJobs, OperatorJobs, OrganizationJobs, OwnJob];

/** Stored jobs for the api and the command line, and their retention for the worker. */
@Module({
  imports: [
    ConfigModule.forFeature(retentionConfig),
    JobFilesModule,
    JobsModule,
    TombstonesModule,
    WebhooksModule,
  ],
  providers: parts,
  exports: parts,
})
export class JobRecordsModule {}
