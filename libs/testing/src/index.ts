/** For tests alone: the real programs as processes, and recorders at the service's edges. */
export { eventually } from './eventually';
export { freePort } from './free-port';
export { fakeSpeechModel } from './fake-speech-model';
export { docxBody, docxFile } from './files/docx-file';
export { encryptedPdfFile, pdfFile } from './files/pdf-file';
export { zipFile } from './files/zip-file';
export { startUpstream, type Upstream, type UpstreamRequest } from './recording-upstream';
export { startS3Server, whyNoS3Server, type S3Server } from './s3-server';
export { makeStores, type TestStores } from './test-stores';
export { startRelay, type Relay } from './relay';
export { startSpeechServer, type Heard, type SpeechRequest, type SpeechServer } from './speech-server';
export { startSystem, type TestSystem } from './test-system';
export type { TestUser } from './test-users';
export { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from './webhook-receiver';
export { startContext, type ServiceContext } from './service-context';
export type { Program } from './program';
