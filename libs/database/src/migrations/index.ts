import { CreateDataKeys1763700000000 } from './1763700000000-create-data-keys';
import { CreateAccounts1763700100000 } from './1763700100000-create-accounts';
import { CreateTokenUsage1763700300000 } from './1763700300000-create-token-usage';
import { CreateChats1763700400000 } from './1763700400000-create-chats';
import { CreateWebhooks1763700500000 } from './1763700500000-create-webhooks';
import { CreateJobs1763700600000 } from './1763700600000-create-jobs';
import { CreateDocuments1763700700000 } from './1763700700000-create-documents';
import { ExtendTurns1763701000000 } from './1763701000000-extend-turns';
import { CreateJobAudio1763701100000 } from './1763701100000-create-job-audio';
import { CreateAuditEvents1763702000000 } from './1763702000000-create-audit-events';
import { IndexMainKeys1763702100000 } from './1763702100000-index-main-keys';
import { CreateBlobRemovals1763702200000 } from './1763702200000-create-blob-removals';
import { IndexChatsByAge1763702300000 } from './1763702300000-index-chats-by-age';
import { CreateErasures1763702400000 } from './1763702400000-create-erasures';
import { LeaseArrivingAudio1763702500000 } from './1763702500000-lease-arriving-audio';
import { StoreRateLimits1763702700000 } from './1763702700000-store-rate-limits';
import { FenceOwnedRows1763790000000 } from './1763790000000-fence-owned-rows';
import { CreateAccess1763800000000 } from './1763800000000-create-access';
import { IndexJobsByOrganization1763800100000 } from './1763800100000-index-jobs-by-organization';
import { CreateSingleSignOn1763820000000 } from './1763820000000-create-single-sign-on';
import { CreateSecondFactors1763820100000 } from './1763820100000-create-second-factors';
import { CreatePolicies1763840000000 } from './1763840000000-create-policies';
import { SealAuditEvents1763810000000 } from './1763810000000-seal-audit-events';
import { CreateOrganizationWebhooks1763810100000 } from './1763810100000-create-organization-webhooks';
import { CreateBudgets1763850000000 } from './1763850000000-create-budgets';
import { NoteErasures1763870000000 } from './1763870000000-note-erasures';
import { CarryTraceContext1763880000000 } from './1763880000000-carry-trace-context';
import { NoteProtection1763890000000 } from './1763890000000-note-protection';
import { CreateCases1763900000000 } from './1763900000000-create-cases';
import { FenceAccountsAndAudit1763905000000 } from './1763905000000-fence-accounts-and-audit';
import { CreateMappingKeys1763910000000 } from './1763910000000-create-mapping-keys';
import { StoreIssuedTables1763920000000 } from './1763920000000-store-issued-tables';
import { AnonymizeFilesAsJobs1763935000000 } from './1763935000000-anonymize-files-as-jobs';
import { CreateGuardedCalls1763940000000 } from './1763940000000-create-guarded-calls';
import { NoteOperation1763960000000 } from './1763960000000-note-operation';
import { CreateBatches1763970000000 } from './1763970000000-create-batches';
import { CreateTurnVersions1763975000000 } from './1763975000000-create-turn-versions';
import { PinChats1763981000000 } from './1763981000000-pin-chats';
import { DescribeLogins1763982000000 } from './1763982000000-describe-logins';
import { CreateInvitations1764010000000 } from './1764010000000-create-invitations';
import { CreateProvisioning1764010100000 } from './1764010100000-create-provisioning';
import { CreateChatShares1764020000000 } from './1764020000000-create-chat-shares';
import { CreateAssistants1764020100000 } from './1764020100000-create-assistants';
import { StoreChosenNames1764030000000 } from './1764030000000-store-chosen-names';
import { CreateSuggestions1764040000000 } from './1764040000000-create-suggestions';
import { CreateEvaluations1764050000000 } from './1764050000000-create-evaluations';
import { IdentifyFileStore1764060000000 } from './1764060000000-identify-file-store';

/** Every migration, oldest first. A released migration is never changed. */
export const MIGRATIONS = [
  CreateDataKeys1763700000000,
  CreateAccounts1763700100000,
  CreateTokenUsage1763700300000,
  CreateChats1763700400000,
  CreateWebhooks1763700500000,
  CreateJobs1763700600000,
  CreateDocuments1763700700000,
  ExtendTurns1763701000000,
  CreateJobAudio1763701100000,
  CreateAuditEvents1763702000000,
  IndexMainKeys1763702100000,
  CreateBlobRemovals1763702200000,
  IndexChatsByAge1763702300000,
  CreateErasures1763702400000,
  LeaseArrivingAudio1763702500000,
  StoreRateLimits1763702700000,
  FenceOwnedRows1763790000000,
  CreateAccess1763800000000,
  IndexJobsByOrganization1763800100000,
  CreateSingleSignOn1763820000000,
  CreateSecondFactors1763820100000,
  CreatePolicies1763840000000,
  SealAuditEvents1763810000000,
  CreateOrganizationWebhooks1763810100000,
  CreateBudgets1763850000000,
  NoteErasures1763870000000,
  CarryTraceContext1763880000000,
  NoteProtection1763890000000,
  CreateCases1763900000000,
  FenceAccountsAndAudit1763905000000,
  CreateMappingKeys1763910000000,
  StoreIssuedTables1763920000000,
  AnonymizeFilesAsJobs1763935000000,
  CreateGuardedCalls1763940000000,
  NoteOperation1763960000000,
  CreateBatches1763970000000,
  CreateTurnVersions1763975000000,
  PinChats1763981000000,
  DescribeLogins1763982000000,
  CreateInvitations1764010000000,
  CreateProvisioning1764010100000,
  CreateChatShares1764020000000,
  CreateAssistants1764020100000,
  StoreChosenNames1764030000000,
  CreateSuggestions1764040000000,
  CreateEvaluations1764050000000,
  IdentifyFileStore1764060000000,
];
