import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import type { Routes } from '@nestjs/core';
import { AccountsModule } from '@app/accounts';
import { AnonymizationJobsModule } from '@app/anonymization-jobs';
import { AssistantsModule } from '@app/assistants';
import { AuthModule } from '@app/auth';
import { CasesModule } from '@app/cases';
import { BatchesModule } from '@app/batches';
import { BudgetsModule, SpendingModule } from '@app/budgets';
import {
  documentsConfig,
  httpConfig,
  imagesConfig,
  jobsConfig,
  llmConfig,
  retentionConfig,
  singleSignOnConfig,
  storageConfig,
  transcriptionConfig,
  webhooksConfig,
  type HttpConfig,
} from '@app/config';
import { DataKeysModule } from '@app/data-keys';
import { DataSubjectRightsModule } from '@app/data-subject-rights';
import { DocumentsModule } from '@app/documents';
import { EvaluationsModule } from '@app/evaluation';
import { FileJobsModule, FilesModule } from '@app/files';
import { ImagesModule } from '@app/images';
import { JobFilesModule } from '@app/job-files';
import { JobRecordsModule } from '@app/job-records';
import { LiteLlmModule } from '@app/litellm';
import { McpGatewayModule } from '@app/mcp-gateway';
import { OperatedModule } from '@app/operation';
import { LlmModule } from '@app/llm';
import { OpenAiGatewayModule } from '@app/openai-gateway';
import { PolicyModule } from '@app/policy';
import { PresidioModule } from '@app/presidio';
import { PrivateModelModule } from '@app/private-model';
import { RestoringModule } from '@app/restoring';
import { ScimModule } from '@app/scim';
import { SecondFactorModule } from '@app/second-factor';
import { PromptsModule, SharedChatsModule, SuggestionsModule } from '@app/sessions';
import { SingleSignOnModule } from '@app/single-sign-on';
import { ModelsModule, TranscriptionJobsModule } from '@app/transcription';
import { UsageModule } from '@app/usage';
import { WebhooksModule } from '@app/webhooks';
import { AdminAuditController } from './admin/audit.controller';
import { AdminBudgetsController } from './admin/budgets.controller';
import { AdminEvaluationsController } from './admin/evaluations.controller';
import { AdminGroupsController } from './admin/groups.controller';
import { AdminJobsController } from './admin/jobs.controller';
import { AdminKeysController } from './admin/keys.controller';
import { AdminOrganizationController } from './admin/organization.controller';
import { AdminPrivacyReportController } from './admin/privacy-report.controller';
import { AdminSingleSignOnController } from './admin/single-sign-on.controller';
import { AdminSuggestionsController } from './admin/suggestions.controller';
import { AdminUsageController } from './admin/usage.controller';
import { AdminUsersController } from './admin/users.controller';
import { AdminPolicyController } from './admin/policy.controller';
import { AdminWebhookController } from './admin/webhook.controller';
import { AnthropicController } from './anthropic/anthropic.controller';
import { GeminiController, GeminiV1Controller } from './gemini/gemini.controller';
import { AssistantsController } from './assistants/assistants.controller';
import { AnonymizeController } from './anonymize/anonymize.controller';
import { AuthController, JwksController } from './auth/auth.controller';
import { OidcController } from './auth/oidc.controller';
import { LoginsController } from './auth/logins.controller';
import { ProfileController } from './auth/profile.controller';
import { SecondFactorController } from './auth/second-factor.controller';
import { SessionController } from './auth/session.controller';
import { CasesController, OwnGroupsController } from './cases/cases.controller';
import { ChatController } from './chat/chat.controller';
import { StreamChat } from './chat/stream-chat';
import { ExportController } from './export/export.controller';
import { FileJobsController, ResultFilesController } from './files/file-jobs.controller';
import { FilesController } from './files/files.controller';
import { CorrectionsController } from './history/corrections.controller';
import { HistoryController } from './history/history.controller';
import { SessionsController } from './history/sessions.controller';
import { SharesController } from './history/shares.controller';
import { GenerateImageController, ImagesController } from './images/images.controller';
import { BudgetGate } from './http/model-call';
import { JobsController } from './jobs/jobs.controller';
import { KeysController } from './keys/keys.controller';
import { LiteLlmController } from './litellm/litellm.controller';
import { McpController } from './mcp/mcp.controller';
import { McpGatewayController } from './mcp/mcp-gateway.controller';
import { McpTools } from './mcp/mcp-tools';
import { ModelsController } from './models/models.controller';
import { BatchFilesController } from './openai/batch-files.controller';
import { BatchesController } from './openai/batches.controller';
import { EmbeddingsController } from './openai/embeddings.controller';
import { OpenAiAudioController } from './openai/openai-audio.controller';
import { OpenAiImagesController } from './openai/openai-images.controller';
import { OpenAiController } from './openai/openai.controller';
import { ResponsesController } from './openai/responses.controller';
import { AnswerCall } from './openai/answer-call';
import { GatewayEntry } from './openai/gateway-entry';
import { StreamAnswer } from './openai/stream-answer';
import { PresidioController, PresidioHealthController } from './presidio/presidio.controller';
import { PreviewController } from './preview/preview.controller';
import { RestoreController } from './restore/restore.controller';
import { ScimDiscoveryController } from './scim/scim-discovery.controller';
import { ScimGroupsController } from './scim/scim-groups.controller';
import { ScimUsersController } from './scim/scim-users.controller';
import { CapabilitiesController } from './status/capabilities.controller';
import { DescribeDeployment } from './status/describe-deployment';
import { DescribeSpeech } from './status/describe-speech';
import { StatusController } from './status/status.controller';
import { TranscribeController } from './transcribe/transcribe.controller';
import { UploadController } from './upload/upload.controller';
import { BudgetController } from './usage/budget.controller';
import { UsageController } from './usage/usage.controller';

/** The endpoints under {ai_base}. */
@Module({
  imports: [
    AccountsModule,
    ConfigModule.forFeature(documentsConfig),
    ConfigModule.forFeature(httpConfig),
    ConfigModule.forFeature(imagesConfig),
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(llmConfig),
    ConfigModule.forFeature(transcriptionConfig),
    AnonymizationJobsModule,
    AssistantsModule,
    BatchesModule,
    CasesModule,
    DataSubjectRightsModule,
    DocumentsModule,
    FileJobsModule,
    FilesModule,
    ImagesModule,
    JobFilesModule,
    JobRecordsModule,
    LiteLlmModule,
    LlmModule,
    McpGatewayModule,
    ModelsModule,
    OpenAiGatewayModule,
    PresidioModule,
    PrivateModelModule,
    PromptsModule,
    RestoringModule,
    SharedChatsModule,
    SpendingModule,
    TranscriptionJobsModule,
    UsageModule,
  ],
  controllers: [
    AnonymizeController,
    AssistantsController,
    BudgetController,
    CapabilitiesController,
    CasesController,
    ChatController,
    FileJobsController,
    FilesController,
    ResultFilesController,
    HistoryController,
    ModelsController,
    CorrectionsController,
    SessionsController,
    SharesController,
    ExportController,
    GenerateImageController,
    ImagesController,
    JobsController,
    AnthropicController,
    GeminiController,
    GeminiV1Controller,
    LiteLlmController,
    McpController,
    McpGatewayController,
    OpenAiController,
    ResponsesController,
    EmbeddingsController,
    BatchFilesController,
    BatchesController,
    OpenAiImagesController,
    OpenAiAudioController,
    OwnGroupsController,
    PresidioController,
    PresidioHealthController,
    PreviewController,
    RestoreController,
    TranscribeController,
    UploadController,
    UsageController,
  ],
  providers: [AnswerCall, BudgetGate, StreamChat, GatewayEntry, McpTools, StreamAnswer],
})
export class AiModule {}

/** The endpoints under {idm_base}. */
@Module({
  imports: [
    ConfigModule.forFeature(httpConfig),
    AccountsModule,
    AuthModule,
    OperatedModule,
    ScimModule,
    SecondFactorModule,
  ],
  controllers: [
    AuthController,
    JwksController,
    KeysController,
    OidcController,
    LoginsController,
    ProfileController,
    ScimDiscoveryController,
    ScimGroupsController,
    ScimUsersController,
    SecondFactorController,
    SessionController,
  ],
})
export class IdmModule {}

/** The endpoints under {admin_base}. */
@Module({
  imports: [
    ConfigModule.forFeature(documentsConfig),
    ConfigModule.forFeature(httpConfig),
    ConfigModule.forFeature(imagesConfig),
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(llmConfig),
    ConfigModule.forFeature(retentionConfig),
    ConfigModule.forFeature(singleSignOnConfig),
    ConfigModule.forFeature(storageConfig),
    ConfigModule.forFeature(transcriptionConfig),
    ConfigModule.forFeature(webhooksConfig),
    AccountsModule,
    BudgetsModule,
    DataKeysModule,
    DataSubjectRightsModule,
    EvaluationsModule,
    JobRecordsModule,
    LlmModule,
    ModelsModule,
    OperatedModule,
    PolicyModule,
    SecondFactorModule,
    SingleSignOnModule,
    SuggestionsModule,
    WebhooksModule,
  ],
  controllers: [
    AdminAuditController,
    AdminBudgetsController,
    AdminEvaluationsController,
    AdminGroupsController,
    AdminJobsController,
    AdminKeysController,
    AdminOrganizationController,
    AdminPolicyController,
    AdminPrivacyReportController,
    AdminSingleSignOnController,
    AdminSuggestionsController,
    AdminUsageController,
    AdminUsersController,
    AdminWebhookController,
    StatusController,
  ],
  providers: [DescribeDeployment, DescribeSpeech],
})
export class AdminModule {}

/** Returns the prefix of each module. */
export const routes = ({ adminBasePath, aiBasePath, idmBasePath }: HttpConfig): Routes => [
  { path: adminBasePath, module: AdminModule },
  { path: aiBasePath, module: AiModule },
  { path: idmBasePath, module: IdmModule },
];
