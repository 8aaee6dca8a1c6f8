/** The usage of organizations: a row per model call, and sums over these rows. */
export {
  CountedCallsStore,
  PriceCalls,
  type CallCost,
  type Cost,
  type CountedTokens,
  type UsageInput,
} from './counted-calls.store';
export { UsageModule } from './usage.module';
export {
  USAGE_BY,
  UsageStore,
  type UsageBy,
  type UsageCount,
  type UsageReport,
  type UsageShare,
  type UsedCall,
} from './usage.store';
export { restoredUsage } from './restored-usage.store';
