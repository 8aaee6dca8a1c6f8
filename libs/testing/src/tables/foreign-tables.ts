/** The libs of the tables without an entity. Any other table belongs to the lib of its entity. */
export const WITHOUT_ENTITY: Readonly<Record<string, string>> = { audit_unsealed: 'audit' };

const BY_FILTER =
  'The filter of a request becomes a condition over all rows: their ids would be too many to pass.';

/** The reads of tables of other libs, each with the reason why it is no call of that lib. */
export const FOREIGN_READS: Readonly<Record<string, string>> = {
  'libs/audit/src/audit.store.ts: organizations':
    'accounts imports audit. The same statement must decide whether the organization shows the caller of an entry.',
  'libs/budgets/src/spending/spending.store.ts: token_usage':
    'One snapshot of usage and reservations, so that a call that ends moves atomically from reserved to used.',
  'libs/cases/src/cases.store.ts: group_members':
    'Counts the members of a group who are not members of a case: their ids would be too many to pass.',
  'libs/cases/src/cases.store.ts: users':
    'The first members of a case by name: the ids of all would be too many to pass.',
  'libs/documents/src/store/chat-documents.store.ts: chats':
    'Runs with the statements that store a turn, in one packet: only PostgreSQL knows then that the chat was deleted.',
  'libs/job-files/src/job-uploads.store.ts: jobs':
    'One statement decides whether an upload has a job, so that none is deleted that a job claims at this moment.',
  'libs/scim/src/scim-groups.store.ts: groups': BY_FILTER,
  'libs/scim/src/scim-groups.store.ts: group_members': BY_FILTER,
  'libs/scim/src/scim-groups.store.ts: users': BY_FILTER,
  'libs/scim/src/scim-users.store.ts: users': BY_FILTER,
  'libs/scim/src/scim-users.store.ts: user_profiles': BY_FILTER,
  'libs/sessions/src/sharing/shares.store.ts: users':
    'One statement decides on a link: it is valid only while its owner is active.',
  'libs/usage/src/usage.store.ts: users':
    'Sums over all calls of a month, by whether their user is a service account: the ids would be too many to pass.',
};

/** The files with SQL for tables that are named at run time. */
export const ANY_TABLE: Readonly<Record<string, string>> = {
  'libs/backup/src/loading.store.ts': 'A restore copies the rows of all tables.',
  'libs/backup/src/snapshot.store.ts': 'A backup copies the rows of all tables.',
};
