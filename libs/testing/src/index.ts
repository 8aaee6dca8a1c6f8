/** Helpers for tests: the real programs as processes, and servers that record what the service sends. */
export {
  CLIENT_PACKAGES,
  clientList,
  CLIENTS,
  clientsFolder,
  installedMark,
  whyNoClients,
  type ClientPackages,
} from './client-packages';
export {
  accessTables,
  cellsOf,
  endpointsOf,
  type AccessCell,
  type EndpointAccess,
} from './claims/access-tables';
export { CLI_PAGE, cliPage } from './claims/cli-page';
export { anyText } from './any-text';
export { eventually } from './eventually';
export { freePort } from './free-port';
export { fakeSpeechModel } from './fake-speech-model';
export { docxBody, docxFile } from './files/docx-file';
export { encryptedPdfFile, pdfFile } from './files/pdf-file';
export { zipFile } from './files/zip-file';
export { knownDetector, type KnownDetector } from './known-detector';
export { startModelContext, type ModelContext } from './model-context';
export { listen } from './listen';
export { makeAudio } from './make-audio';
export { randomIntegers, randomNumbers } from './random-numbers';
export { startUpstream, type Upstream } from './recording-upstream';
export type { UpstreamRequest } from './upstream-request';
export { startBackupStore, startS3Server, whyNoS3Server, type BackupStore, type S3Server } from './s3-server';
export { testModelsDir, whyNoSpeechModel } from './test-models';
export { makeStores, type TestStores } from './test-stores';
export { startRelay, type Relay } from './relay';
export { startRestartableStores, type RestartableStores } from './restartable-stores';
export { startSpeechServer, type Recognized, type SpeechRequest, type SpeechServer } from './speech-server';
export { startSystem, type TestSystem } from './test-system';
export type { TestUser } from './test-users';
export { startTraceCollector, type CollectedSpan, type TraceCollector } from './trace-collector';
export { SystemCalls } from './system-calls';
export { wordErrorRate } from './word-errors';
export { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from './webhook-receiver';
export { startContext, type ServiceContext } from './service-context';
export { COMPILED, runProgramToEnd, type Program } from './program';
export { withSettings } from './with-settings';
export { withoutCases } from './without-cases';
export { policiesOf } from './policies-of';
export { signToken } from './sign-token';
export { HOSTILE_FORMS, ORDINARY_FORMS } from './hostile-forms';
