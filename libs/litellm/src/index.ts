/** The guardrail of LiteLLM proxies: hides a call before it is sent, and restores its answer. */
export { DeleteGuardedCalls } from './delete-guarded-calls';
export { GuardCall, type GuardrailAnswer } from './guard-call';
export { GuardedCallsModule } from './guarded-calls.module';
export { LiteLlmModule } from './litellm.module';
export { restoredGuardedCalls } from './restored-guarded-calls.store';
