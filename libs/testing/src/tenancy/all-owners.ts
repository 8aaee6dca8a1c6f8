/** The reasons for all code with the scope of all owners, which row-level security allows to access all rows. */
export const ALL_OWNERS_REASONS: Readonly<Record<string, string>> = {
  'AccessStore.ofLogins': 'Many callers at once, each with the organization in its token.',
  'AccessStore.ofPeople': 'The user of a token that the provider signed: the row itself contains the owner.',
  'AccessStore.ofKeys': 'By the id in a key that a caller sent: the query finds its owner.',
  'AnnounceExpiringKeys.execute': "The worker's sweep: notifies the owners of keys that expire soon.",
  'Arrivals.delete':
    'Must find the job of an upload, of any owner, before it deletes the upload as unclaimed.',
  'AuditStore.list':
    "The operator's command line lists all entries; endpoints list those of one organization.",
  'BatchFilesStore.deleteBefore': 'Retention: old files of all owners.',
  'BatchesStore.deleteBefore': 'Retention: old batches of all owners.',
  'BatchesStore.takeDue':
    'A worker claims the next due batch of any owner, and continues it in the scope of its owner.',
  'CasesStore.expired':
    'Cases of all owners that have expired; each is then deleted in the scope of its owner.',
  'ChatsStore.unused':
    'Retention: expired chats of all owners; each is then deleted in the scope of its owner.',
  'DeleteCases.all': 'Erasure: a case of the erased user passes to another member, who becomes its owner.',
  'DeleteCases.forgetValues': 'Erasure: values that only the erased user brought to cases of others.',
  'DeliverWebhook.settle':
    'Ends deliveries that are leased to this process, and notifies their organizations.',
  'DeliveriesStore.claim': 'A worker claims the next due delivery of any organization.',
  'DeliveriesStore.setAside': 'By the id of a delivery that is leased to this process.',
  'DeliveriesStore.settle': 'A worker ends deliveries that are leased to it.',
  'DocumentsStore.expire': "The worker's sweep: expired documents of all owners.",
  'EvaluationsStore.createdBefore':
    'Retention: expired evaluations of all users; each is then deleted in the scope of its user.',
  'GuardedCallsStore.deleteExpired': "The worker's sweep: expired calls of all users.",
  'IdempotencyKeysStore.expire': 'Keys of all owners that are older than a day.',
  'ExportCases.left':
    'The export of a user: the cases of an organization that this user left after they brought values to it.',
  'ExportCases.ownValuesOf':
    'The export of a user: values that only this user brought to a case that they left.',
  'JobUploadsStore.ofEndedJobs': "The worker's sweep: uploads that a crash left behind, of jobs that ended.",
  'StoredJobs.backlog': 'A number for the metrics.',
  'StoredJobs.backlogOf': 'For admins: numbers of the jobs of all users in their organization.',
  'StoredJobs.claimable': "The worker's sweep: the queues to notify.",
  'StoredJobs.countRunning': 'A number for the operator, who waits for running jobs.',
  'StoredJobs.listed': "The operator's command line lists jobs without contents.",
  'StoredJobs.ofAnyOwner': "The operator's command line shows any job without its content.",
  'StoredJobs.ofOrganization': 'For auditors, who see states of jobs but no contents.',
  'StoredJobs.oneOfOrganization': 'For auditors and admins, who see no contents.',
  'StoredJobs.resultFile': 'A signed link is itself the authorization to read a file (contract: Jobs).',
  'JobsStore.accept': 'Each job contains its owner, who is the owner of its request.',
  'JobsStore.run': 'The leases of this process, for jobs of all owners.',
  'ManageAssistants.addDocument':
    'A document passes from the user who uploaded it to an assistant, which becomes its owner.',
  'MappingKeysStore.destroyBefore': "The worker's sweep: expired keys of all users.",
  'PruningStore.withCallsBefore': 'Retention: expired calls of all owners.',
  'PrunePolicies.execute': 'Retention: versions of all organizations that were replaced long ago.',
  'ExpireJobs.expire': 'Expired jobs of all owners, with their webhooks.',
  'RunJob.endAll': 'Ends jobs of all owners that ran in this process at the same time.',
  'SealsStore.heads': 'The ends of all chains, as hashes, for the log and the metrics.',
  'SealsStore.oldestWaitingS': 'A number for the metrics.',
  'SealsStore.waiting':
    'A worker seals the entries of all organizations, each in the scope of its organization.',
  'SigningSecrets.expire': 'Retention: secrets after their overlap.',
  'SigningSecretsStore.current': '`webhook listen` checks signatures with the secrets of all organizations.',
  'SpendingStore.deleteExpired': "The worker's sweep: reservations of crashed processes, of all owners.",
  'SpendingStore.uncounted':
    'The worker sums the budgets of all organizations, each in the scope of its organization.',
  'SharesStore.expired':
    "The worker's sweep: links of all owners that have expired; each is then deleted in the scope of its owner.",
  'StoredDeliveries.areDue': "The worker's sweep: whether to notify the queue.",
  'StoredDeliveries.countPending':
    'A number of all organizations for the metrics; for admins, of their organization.',
  'SweepWebhooks.execute': 'Expired results and webhooks of all owners.',
  'TurnsStore.keyOfImage':
    'A signed link is itself the authorization to read an image (contract: Image generation).',
  'VerifyAuditTrail.execute':
    'An attacker may have moved an entry to another organization, which must be found.',
  'VerifyAuditTrail.organizations': "The operator's command line verifies the chains of all organizations.",
  ENTER: 'Sets the scope in PostgreSQL.',
  entering: 'As ENTER.',
};
