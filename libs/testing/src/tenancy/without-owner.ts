/** A routine that reaches owned rows without an owner: why it may, and who alone calls it. */
export interface OwnerlessRoutine {
  why: string;
  callers: readonly string[];
}

/** Every routine that reaches owned rows without saying whose they are. */
export const WITHOUT_OWNER: Readonly<Record<string, OwnerlessRoutine>> = {
  'DocumentStore.deleteOld': {
    why: "The worker's sweep: documents of anybody whose time is over.",
    callers: ['DeleteOldDocuments.deleteAll'],
  },
  'ChatsStore.unused': {
    why: "Retention: chats of anybody whose time is over; each is then deleted as its owner's.",
    callers: ['DeleteChats.unused'],
  },
  'TurnsStore.keyOfImage': {
    why: 'A signed link is itself the right to an image (contract: Image generation).',
    callers: ['ImageFiles.open'],
  },
  'ClaimDeliveries.execute': {
    why: 'A worker takes the next due delivery, whoever it is for.',
    callers: ['DeliverySlots.constructor'],
  },
  'ClaimDeliveries.setAside': {
    why: 'By the id of a delivery that is leased to this process.',
    callers: ['ClaimDeliveries.open'],
  },
  'EraseEvents.contents': {
    why: "By ids of rows that the caller holds: its own owner's, or those whose time is over.",
    callers: ['DeleteJob.execute', 'Retention.eraseResults'],
  },
  'EraseEvents.rows': {
    why: 'By ids of rows that the caller just deleted: by retention, or for their owner.',
    callers: ['Retention.deleteRows', 'EraseJobs.step'],
  },
  'EraseEvents.pending': {
    why: 'By ids of rows that retention is about to delete.',
    callers: ['Retention.deleteRows'],
  },
  'EraseEvents.due': { why: "Retention: whoever's time is over.", callers: ['Retention.eraseResults'] },
  'PendingDeliveries.due': { why: "The worker's sweep: an id to ring for.", callers: ['Sweep.execute'] },
  'PendingDeliveries.count': { why: 'A number for the metrics.', callers: ['BacklogMetrics.onModuleInit'] },
  'PublishEvent.execute': {
    why: 'Each event carries the organization of its subject.',
    callers: ['EndJob.execute'],
  },
  'SettleDelivery.write': {
    why: 'A worker ends deliveries whose leases it holds.',
    callers: ['SettleDelivery.batch'],
  },
  'SigningSecrets.removeExpired': {
    why: 'Retention: secrets whose overlap is over.',
    callers: ['Retention.execute'],
  },
  'SigningSecrets.rows': {
    why: 'For all organizations: `webhook listen` checks signatures with the secrets of all.',
    callers: ['SigningSecrets.forAll', 'SigningSecrets.read'],
  },
  'SigningSecrets.remove': {
    why: 'By ids of secrets that the caller holds.',
    callers: ['SigningSecrets.rotate', 'SigningSecrets.removeExpired'],
  },
  'JobAudio.sweep': {
    why: "The worker's sweep: recordings that a crash left of jobs that ended.",
    callers: ['Retention.execute'],
  },
  'Arrivals.delete': {
    why: 'Recordings that are no job yet: by the id of one that this process receives, or whose time is over.',
    callers: ['Arrivals.discard', 'Arrivals.sweep'],
  },
  'OperatorJobs.find': {
    why: "The operator's command line shows any job, nothing of its content.",
    callers: ['OperatorJobs.show', 'OperatorJobs.redeliver'],
  },
  'AcceptJob.insert': {
    why: 'Each job carries its owner, who stands in its request.',
    callers: ['AcceptJob.batch', 'AcceptJob.insertAlone'],
  },
  'ClaimJobs.execute': {
    why: 'A worker takes the next job, organizations in turn.',
    callers: ['JobSlots.open'],
  },
  'ClaimJobs.setAside': {
    why: 'By the id of a job that is leased to this process.',
    callers: ['ClaimJobs.execute'],
  },
  'EndJob.execute': {
    why: 'By the id of a job that the caller holds: leased to its process, or locked for its owner.',
    callers: ['DeleteJob.cancel', 'RunJob.endAll'],
  },
  'Leases.giveBack': { why: 'Jobs that are leased to this process.', callers: ['JobSlots.stop'] },
  'Leases.beat': { why: 'Jobs that are leased to this process.', callers: ['Leases.keep', 'Leases.listen'] },
  'Progress.write': { why: 'A job that is leased to this process.', callers: ['Progress.of'] },
  'RunJob.afterThrow': { why: 'A job that is leased to this process.', callers: ['RunJob.run'] },
  'Retention.execute': { why: 'Keys that are older than a day, whosever.', callers: ['Sweep.execute'] },
  'Retention.deleteRows': {
    why: 'Rows that are older than RETENTION_JOBS, whosever.',
    callers: ['Retention.execute'],
  },
  'Retention.ended': {
    why: 'Rows that are older than RETENTION_JOBS, whosever.',
    callers: ['Retention.deleteRows'],
  },
  'WaitingJobs.claimable': { why: "The worker's sweep: an id to ring for.", callers: ['Sweep.execute'] },
  'WaitingJobs.backlog': { why: 'A number for the metrics.', callers: ['BacklogMetrics.readBacklog'] },
};
