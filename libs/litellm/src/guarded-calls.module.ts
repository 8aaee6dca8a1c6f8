import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataKeysModule } from '@app/data-keys';
import { DeleteGuardedCalls } from './delete-guarded-calls';
import { GuardedCallRow } from './guarded-call.entity';
import { GuardedCallsStore } from './guarded-calls.store';

/** Stored tables of guarded calls, and their deletion. */
@Module({
  imports: [TypeOrmModule.forFeature([GuardedCallRow]), DataKeysModule],
  providers: [DeleteGuardedCalls, GuardedCallsStore],
  exports: [DeleteGuardedCalls, GuardedCallsStore],
})
export class GuardedCallsModule {}
