/** The audit trail: who did what when, written once and never changed, without anybody's content. */
export type { AuditAction, AuditEvent, AuditFilter, AuditReason, AuditSubject } from './audit-event';
export { AuditModule, type ActorKind } from './audit.module';
export { AuditTrail } from './audit-trail';
export { ListAuditEvents, type ListedAuditEvent } from './list-audit-events';
export { PruneAuditTrail } from './prune-audit-trail';
