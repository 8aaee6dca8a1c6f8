/** A routine that reaches owned rows without an owner: why it may, and who alone calls it. */
export interface OwnerlessRoutine {
  why: string;
  callers: readonly string[];
}

/** Every routine that reaches owned rows without saying whose they are. */
export const WITHOUT_OWNER: Readonly<Record<string, OwnerlessRoutine>> = {
  'DocumentsStore.expire': {
    why: "The worker's sweep: documents of anybody whose time is over.",
    callers: ['DeleteDocuments.expireAll'],
  },
  'ChatsStore.unused': {
    why: "Retention: chats of anybody whose time is over; each is then deleted as its owner's.",
    callers: ['DeleteChats.unused'],
  },
  'TurnsStore.keyOfImage': {
    why: 'A signed link is itself the right to an image (contract: Image generation).',
    callers: ['ImageFiles.open'],
  },
  'DeliveriesStore.publish': {
    why: 'Each event carries the organization of its subject.',
    callers: ['PublishEvent.execute'],
  },
  'DeliveriesStore.claim': {
    why: 'A worker takes the next due delivery, whoever it is for.',
    callers: ['DeliverySlots.claim'],
  },
  'DeliveriesStore.setAside': {
    why: 'By the id of a delivery that is leased to this process.',
    callers: ['DeliverySlots.setAside'],
  },
  'DeliveriesStore.settle': {
    why: 'A worker ends deliveries whose leases it holds.',
    callers: ['DeliverWebhook.settled'],
  },
  'KeptDeliveries.attempts': {
    why: 'Of a delivery that the caller found by its organization.',
    callers: ['ReadDelivery.report'],
  },
  'KeptDeliveries.areDue': { why: "The worker's sweep: whether to ring.", callers: ['Sweep.execute'] },
  'KeptDeliveries.countPending': {
    why: 'A number for the metrics.',
    callers: ['BacklogMetrics.onModuleInit'],
  },
  'KeptDeliveries.pendingOf': {
    why: 'By ids of rows that retention is about to delete.',
    callers: ['Retention.expireRows'],
  },
  'KeptDeliveries.expiring': {
    why: "Retention: whoever's time is over.",
    callers: ['Retention.expireResults'],
  },
  'KeptDeliveries.deleteContents': {
    why: "By ids of rows that the caller holds: its own owner's, or those whose time is over.",
    callers: ['DeleteJob.delete', 'Retention.expireResults'],
  },
  'KeptDeliveries.delete': {
    why: 'By ids of rows that the caller just deleted: by retention, or for their owner.',
    callers: ['Retention.expireRows', 'EraseJobs.step'],
  },
  'SigningSecretsStore.current': {
    why: 'For all organizations: `webhook listen` checks signatures with the secrets of all.',
    callers: ['SigningSecrets.forAll', 'SigningSecrets.read'],
  },
  'SigningSecretsStore.expire': {
    why: 'Retention: secrets whose overlap is over.',
    callers: ['SigningSecrets.expire'],
  },
  'SigningSecretsStore.delete': {
    why: 'By ids of secrets that the caller holds.',
    callers: ['SigningSecretsStore.retire', 'SigningSecretsStore.expire'],
  },
  'JobsStore.accept': {
    why: 'Each job carries its owner, who stands in its request.',
    callers: ['AcceptJob.batch', 'AcceptJob.acceptAlone'],
  },
  'JobsStore.claim': {
    why: 'A worker takes the next job, organizations in turn.',
    callers: ['JobSlots.open'],
  },
  'JobsStore.renew': { why: 'Jobs that are leased to this process.', callers: ['JobSlots.open'] },
  'JobsStore.progress': { why: 'A job that is leased to this process.', callers: ['RunJob.progressOf'] },
  'JobsStore.setAside': { why: 'A job that is leased to this process.', callers: ['JobSlots.setAside'] },
  'JobsStore.giveBack': { why: 'Jobs that are leased to this process.', callers: ['JobSlots.open'] },
  'JobsStore.retryLater': { why: 'A job that is leased to this process.', callers: ['RunJob.afterThrow'] },
  'JobsStore.end': {
    why: 'By the id of a job that the caller holds: leased to its process, or locked for its owner.',
    callers: ['EndJobs.execute'],
  },
  'JobsStore.expire': {
    why: 'Rows that are older than RETENTION_JOBS, whosever.',
    callers: ['Retention.expireRows'],
  },
  'JobsReadStore.anybodys': {
    why: "The operator's command line shows any job, nothing of its content.",
    callers: ['OperatorJobs.show', 'OperatorJobs.redeliver'],
  },
  'JobsReadStore.claimable': { why: "The worker's sweep: what to ring for.", callers: ['Sweep.execute'] },
  'JobsReadStore.backlog': { why: 'A number for the metrics.', callers: ['BacklogMetrics.readBacklog'] },
  'JobsReadStore.ended': {
    why: 'Rows that are older than RETENTION_JOBS, whosever.',
    callers: ['Retention.expireRows'],
  },
  'IdempotencyKeysStore.expire': {
    why: 'Keys that are older than a day, whosever.',
    callers: ['Retention.execute'],
  },
  'JobAudioStore.ofEndedJobs': {
    why: "The worker's sweep: recordings that a crash left of jobs that ended.",
    callers: ['JobAudio.sweep'],
  },
  'JobAudioStore.deleteUnclaimed': {
    why: 'Recordings that are no job yet: by the id of one that this process receives, or whose time is over.',
    callers: ['JobAudioStore.deleteArriving', 'JobAudioStore.deleteLapsed'],
  },
};
