import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { HidingModule } from '@app/hiding';
import { LlmModule } from '@app/llm';
import { AcceptCall, CurrentPolicies } from './current-policies';
import { CheckSystemPrompt } from './check-system-prompt';
import { FindHidden } from './find-hidden';
import { PreviewPolicy } from './preview-policy';
import { PrunePolicies } from './prune-policies';
import { ReadPolicy } from './read-policy';
import { ReadPolicyVersions } from './read-policy-versions';
import { SetPolicy } from './set-policy';
import { PoliciesStore } from './store/policies.store';
import { PolicyVersionRow } from './store/policy-version.entity';

/** Reads policies. Every program needs it. */
@Module({
  imports: [TypeOrmModule.forFeature([PolicyVersionRow])],
  providers: [CurrentPolicies, PoliciesStore, PrunePolicies, ReadPolicy, ReadPolicyVersions],
  exports: [CurrentPolicies, PoliciesStore, PrunePolicies, ReadPolicy, ReadPolicyVersions],
})
export class PoliciesModule {}

/** Applies policies to calls and changes them. */
@Module({
  imports: [AccountsModule, HidingModule, LlmModule, PoliciesModule],
  providers: [AcceptCall, CheckSystemPrompt, FindHidden, PreviewPolicy, SetPolicy],
  exports: [AcceptCall, FindHidden, PoliciesModule, PreviewPolicy, SetPolicy],
})
export class PolicyModule {}
