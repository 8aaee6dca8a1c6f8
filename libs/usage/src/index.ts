/** What organizations consume: a row per model call, and the sums over them. */
export { ReadUsage, type UsageCount, type UsageReport } from './read-usage';
export { RecordUsage, type UsageInput } from './record-usage';
export { UsageModule } from './usage.module';
