import { Module } from '@nestjs/common';
import { JobsModule } from '@app/jobs';
import { JobsController } from './jobs.controller';

@Module({ imports: [JobsModule], controllers: [JobsController] })
export class JobsApiModule {}
