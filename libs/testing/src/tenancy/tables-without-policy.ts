/**
 * The tables without row-level security, each with the reason. Any other table has a policy: a transaction accesses only its
 * rows of the scope.
 */
export const WITHOUT_POLICY: Readonly<Record<string, string>> = {
  organizations: 'Read before the scope of a call is known.',
  users: 'As organizations.',
  logins: 'As organizations.',
  refresh_tokens: 'Found by the hash of a token.',
  user_identities: "Found by a provider's signature.",
  provider_logins: "Found by a provider's answer.",
  login_codes: 'Found by the hash of a code.',
  single_uses: 'Hashes of tokens that were used.',
  second_factors: 'Found by the user of an access token or of a login.',
  recovery_codes: 'As second_factors.',
  data_keys: 'A key is useless without the row that it opens, which has an owner.',
  blob_removals: 'Names of files without an owner.',
  file_store: 'The id of the installation.',
  erasures: 'The queue of erasures, which a worker reads.',
  tombstones: 'Ids of deleted rows of all owners, until they are written outside the database.',
  job_turns: 'Fair scheduling of jobs, over all organizations.',
  job_audio: 'Ids of jobs with an upload, some before their job exists.',
  job_result_files: 'Ids of jobs with a file, some after their job was erased.',
  provider_removals: 'Ids of files and batches at providers, some after their owner was erased.',
  workers: 'Processes and the queues that they serve.',
  service_state: 'What the operator set for all processes.',
  webhook_hosts: 'Fair scheduling of deliveries, by hashes of hosts.',
};
