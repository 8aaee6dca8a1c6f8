/** The audit trail: who did what when, written once and never changed, without anybody's content. */
export type { AuditAction, AuditEvent, AuditReason, AuditSubject } from './audit-event';
export { AuditModule } from './audit.module';
export { AuditTrail } from './audit-trail';
export { ListAuditEvents, type AuditFilter, type ListedAuditEvent } from './list-audit-events';
export { PruneAuditTrail } from './prune-audit-trail';
