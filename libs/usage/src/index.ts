/** What organizations consume: a row per model call, and the sums over them. */
export { ListUsage, type UsedCall } from './list-usage';
export { ReadUsage, type UsageCount, type UsageReport } from './read-usage';
export { RecordUsage, type UsageInput } from './record-usage';
export { UnlinkUsage } from './unlink-usage';
export { UsageModule } from './usage.module';
