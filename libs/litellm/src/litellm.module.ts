import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { llmConfig } from '@app/config';
import { HidingModule } from '@app/hiding';
import { PoliciesModule } from '@app/policy';
import { GuardCall } from './guard-call';
import { GuardedCallsModule } from './guarded-calls.module';

@Module({
  imports: [ConfigModule.forFeature(llmConfig), GuardedCallsModule, HidingModule, PoliciesModule],
  providers: [GuardCall],
  exports: [GuardCall],
})
export class LiteLlmModule {}
