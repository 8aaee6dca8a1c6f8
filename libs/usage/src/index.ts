/** The usage of organizations: a row per model call, and sums over these rows. */
export { PriceCalls, type Cost, type CountedTokens } from './price-calls';
export { UsageModule } from './usage.module';
export {
  USAGE_BY,
  UsageStore,
  type CallCost,
  type UsageBy,
  type UsageCount,
  type UsageInput,
  type UsageReport,
  type UsageShare,
  type UsedCall,
} from './usage.store';
export { restoredUsage } from './restored-usage.store';
