import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { jobsConfig, webhooksConfig } from '@app/config';
import { JobsModule } from '@app/jobs';
import { StorageModule } from '@app/storage';
import { AcceptUpload } from './accept-upload';
import { Arrivals } from './arrivals';
import { JobFiles } from './job-files';
import { JobUploadRow } from './job-uploads.entity';
import { JobUploads } from './job-uploads';
import { JobUploadsStore } from './job-uploads.store';
import { ReceiveUpload } from './receive-upload';
import { ResultFileRow } from './result-files.entity';
import { ResultFiles } from './result-files';
import { ResultFilesStore } from './result-files.store';

/** Uploads for the api, and files for the runners of jobs. */
@Module({
  imports: [
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(webhooksConfig),
    TypeOrmModule.forFeature([JobUploadRow, ResultFileRow]),
    JobsModule,
    StorageModule,
  ],
  providers: [
    AcceptUpload,
    Arrivals,
    JobFiles,
    JobUploads,
    JobUploadsStore,
    ReceiveUpload,
    ResultFiles,
    ResultFilesStore,
  ],
  exports: [AcceptUpload, JobFiles, JobUploads, ReceiveUpload, ResultFiles],
})
export class JobFilesModule {}
