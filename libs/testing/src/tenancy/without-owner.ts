/**
 * Every method of a store that reaches owned rows without saying whose they are, and everything that takes the scope of
 * all owners, which row-level security lets through: and why it may.
 */
export const WITHOUT_OWNER: Readonly<Record<string, string>> = {
  'AccessStore.ofKeys': 'By the id in a key that was sent: whose it is, is what is asked for.',
  'DocumentsStore.expire': "The worker's sweep: documents of anybody whose time is over.",
  'ChatsStore.unused': "Retention: chats of anybody whose time is over; each is then deleted as its owner's.",
  'TurnsStore.keyOfImage': 'A signed link is itself the right to an image (contract: Image generation).',
  'DeliveriesStore.publish': 'Each event carries the organization of its subject.',
  'DeliveriesStore.claim': 'A worker takes the next due delivery, whoever it is for.',
  'DeliveriesStore.setAside': 'By the id of a delivery that is leased to this process.',
  'DeliveriesStore.settle': 'A worker ends deliveries whose leases it holds.',
  'KeptDeliveries.attempts': 'Of a delivery that the caller found by its organization.',
  'KeptDeliveries.areDue': "The worker's sweep: whether to ring.",
  'KeptDeliveries.countPending': 'A number for the metrics.',
  'KeptDeliveries.pendingOf': 'By ids of rows that retention is about to delete.',
  'KeptDeliveries.expiring': "Retention: whoever's time is over.",
  'KeptDeliveries.deleteContents':
    "By ids of rows that the caller holds: its own owner's, or those whose time is over.",
  'KeptDeliveries.delete': 'By ids of rows that the caller just deleted: by retention, or for their owner.',
  'SigningSecretsStore.current':
    'For all organizations: `webhook listen` checks signatures with the secrets of all.',
  'SigningSecretsStore.expire': 'Retention: secrets whose overlap is over.',
  'SigningSecretsStore.delete': 'By ids of secrets that the caller holds.',
  entering: 'Tells PostgreSQL whose scope it is.',
  'JobsStore.accept': 'Each job carries its owner, who stands in its request.',
  'JobsStore.claim': 'A worker takes the next job, organizations in turn.',
  'JobsStore.renew': 'Jobs that are leased to this process.',
  'JobsStore.progress': 'A job that is leased to this process.',
  'JobsStore.setAside': 'A job that is leased to this process.',
  'JobsStore.giveBack': 'Jobs that are leased to this process.',
  'JobsStore.retryLater': 'A job that is leased to this process.',
  'JobsStore.end':
    'By the id of a job that the caller holds: leased to its process, or locked for its owner.',
  'JobsStore.run': 'Leases are of this process, whosever the jobs.',
  'RunJob.endAll': 'Ends what ran here together, whosever it is.',
  'Retention.execute': 'Jobs, results and their webhooks whose time is over, whosever.',
  'Arrivals.delete': 'Must see whose job a recording became, before it takes it for nobody’s.',
  'SigningSecrets.expire': 'Retention: secrets whose overlap is over.',
  'JobsStore.expire': 'Rows that are older than RETENTION_JOBS, whosever.',
  'JobsReadStore.anybodys': "The operator's command line shows any job, nothing of its content.",
  'JobsReadStore.claimable': "The worker's sweep: what to ring for.",
  'JobsReadStore.backlog': 'A number for the metrics.',
  'JobsReadStore.ended': 'Rows that are older than RETENTION_JOBS, whosever.',
  'IdempotencyKeysStore.expire': 'Keys that are older than a day, whosever.',
  'JobAudioStore.ofEndedJobs': "The worker's sweep: recordings that a crash left of jobs that ended.",
  'JobAudioStore.deleteUnclaimed':
    'Recordings that are no job yet: by the id of one that this process receives, or whose time is over.',
};
