/** What organizations consume: a row per model call, and the sums over them. */
export { UsageModule } from './usage.module';
export {
  UsageStore,
  type CallCost,
  type UsageCount,
  type UsageInput,
  type UsageReport,
  type UsedCall,
} from './usage.store';
