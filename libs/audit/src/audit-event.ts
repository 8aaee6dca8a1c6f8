/** The actor of an action. */
export interface Actor {
  kind: 'user' | 'operator' | 'service' | 'nobody';
  userId?: string;
  /** An operator's account on the machine where the command ran. */
  account?: string;
}

/** All recorded actions. */
export const AUDIT_ACTIONS = [
  'assistant.change',
  'assistant.create',
  'assistant.delete',
  'audit.prune',
  'backup.create',
  'backup.restore',
  'budget.exceed',
  'budget.remove',
  'budget.set',
  'budget.warn',
  'case.admit',
  'case.create',
  'case.delete',
  'case.forget',
  'case.list',
  'case.share',
  'case.show',
  'case.transfer',
  'case.unshare',
  'case.use',
  'chat.delete',
  'chat.read',
  'chat.share',
  'chat.unshare',
  'document.delete',
  'evaluation.create',
  'evaluation.delete',
  'evaluation.measure',
  'grant.give',
  'grant.revoke',
  'group.add',
  'group.create',
  'group.delete',
  'group.remove',
  'group.rename',
  'job.delete',
  'job.expire',
  'job.read',
  'job.redeliver',
  'job.result',
  'key.create',
  'key.revoke',
  'key.use',
  'keys.rotate',
  'limit.reset',
  'limit.reset_total',
  'limit.set',
  'limit.set_total',
  'login',
  'login.reuse',
  'logout',
  'mcp.call',
  'maintenance.set',
  'model.call',
  'organization.activate',
  'organization.create',
  'organization.deactivate',
  'organization.usage_by_person',
  'policy.set',
  'second_factor.demand',
  'second_factor.disable',
  'second_factor.enable',
  'second_factor.reset',
  'secret.rotate',
  'secret.show',
  'suggestion.accept',
  'suggestion.dismiss',
  'user.activate',
  'user.create',
  'user.deactivate',
  'user.erase',
  'user.export',
  'user.invite',
  'user.link',
  'user.password',
  'user.profile',
  'user.rename',
  'user.role',
  'user.unlink',
  'values.restore',
  'webhook.remove',
  'webhook.set',
  'webhook.test',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A reason from this fixed set, so that entries cannot contain texts of users. */
export type AuditReason =
  | 'admin'
  | 'anonymize'
  | 'auditor'
  | 'begun'
  | 'broken_off'
  | 'cancelled'
  | 'changed_organization'
  | 'chat'
  | 'elsewhere'
  | 'erased'
  | 'expired'
  | 'exports'
  | 'failed'
  | 'finished'
  | 'images'
  | 'inactive'
  | 'invitation'
  | 'jobs'
  | 'last_admin'
  | 'previews'
  | 'member'
  | 'name_taken'
  | 'no_email'
  | 'off'
  | 'on'
  | 'one_time'
  | 'optional'
  | 'provider'
  | 'required'
  | 'restore'
  | 'scim'
  | 'single_sign_on'
  | 'stopped'
  | 'transcribe'
  | 'unattached'
  | 'unknown_organization'
  | 'unknown_user'
  | 'uploads'
  | 'wrong_password'
  | 'wrong_second_factor';

/** The object of an action: a row's id, the name of a main key, or a position in a chain. */
export interface AuditSubject {
  type:
    | 'api_key'
    | 'assistant'
    | 'budget'
    | 'case'
    | 'chain'
    | 'chat'
    | 'document'
    | 'evaluation'
    | 'group'
    | 'job'
    | 'key'
    | 'organization'
    | 'user';
  id: string;
}

/** An entry. It has no field for a name, an address or a text. */
export interface AuditEvent {
  action: AuditAction;
  /** Default: `done`. */
  outcome?: 'done' | 'refused';
  reason?: AuditReason;
  organizationId?: string;
  subject?: AuditSubject;
  /** Counts of what the action affected. */
  counts?: Readonly<Record<string, number>>;
  /** The user who acted, if the request does not identify them yet: at a login. */
  userId?: string;
  /** Keyed hash of the caller's network. */
  addressHash?: string;
}

/** The position of an entry in lists: its time to the microsecond, and its id. */
export interface AuditCursor {
  at: string;
  id: string;
}

/** Filters of entries. */
export interface AuditFilter {
  /** Earliest time, included. */
  since?: Date;
  /** Latest time, excluded. */
  until?: Date;
  /** An exact action, or a noun such as `job` for all its actions. */
  action?: string;
  outcome?: string;
  /** Whether the action failed, although it was done: a call without an answer, for example. */
  failed?: boolean;
  /** The user who acted. */
  userId?: string;
  organizationId?: string;
  subjectId?: string;
  limit: number;
  /** The position at which the previous page ended. */
  after?: AuditCursor;
}
