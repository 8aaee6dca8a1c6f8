/** The audit trail: who did what and when, in append-only hash chains without texts of users. */
export {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditCursor,
  type AuditEvent,
  type AuditFilter,
  type AuditReason,
  type AuditSubject,
} from './audit-event';
export { AuditModule, type ActorKind } from './audit.module';
export { AuditTrail } from './audit-trail';
export { AuditUpkeepModule } from './audit-upkeep.module';
export {
  type CallProtection,
  type ModelCall,
  ModelCallsStore,
  type Protection,
  PROTECTIONS,
} from './calls/model-calls.store';
export { ExpireModelCalls } from './calls/expire-model-calls';
export { PruneAuditTrail } from './chain/prune-audit-trail';
export { ReadHeads, type SealedSoFar } from './chain/read-heads';
export { ReportHeads } from './chain/report-heads';
export { SealAuditTrail } from './chain/seal-audit-trail';
export { VerifyAuditTrail, type TrailReport } from './chain/verify-audit-trail';
export { ExportAuditEvents } from './reading/export-audit-events';
export { EXPORT_FORMATS, type ExportFormat } from './reading/export-lines';
export { ListAuditEvents, type AuditPage, type ListedAuditEvent } from './reading/list-audit-events';
export { restoredCalls } from './calls/restored-calls.store';
export { PeriodsStore, type CallSums, type Period } from './reading/periods.store';
