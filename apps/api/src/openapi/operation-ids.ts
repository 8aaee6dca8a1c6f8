/** What generated clients call each operation: by the class and the method of its controller. */
const OPERATION_IDS: Readonly<Record<string, string>> = {
  'AnonymizeController.anonymize': 'anonymize',
  'AuthController.login': 'login',
  'AuthController.logout': 'logout',
  'AuthController.refresh': 'refreshToken',
  'ChatController.send': 'chat',
  'ExportController.export': 'exportUserData',
  'GenerateImageController.generate': 'generateImage',
  'HealthController.live': 'getLiveness',
  'HealthController.ready': 'getReadiness',
  'HistoryController.list': 'listChats',
  'HistoryController.read': 'getChat',
  'ImagesController.read': 'getImage',
  'JobsController.anonymize': 'submitAnonymization',
  'JobsController.read': 'getJob',
  'JobsController.redeliver': 'redeliverJob',
  'JobsController.remove': 'deleteJob',
  'JobsController.result': 'getJobResult',
  'JwksController.jwks': 'getJwks',
  'ModelsController.list': 'listModels',
  'OidcController.backchannelLogout': 'backchannelLogout',
  'OidcController.callback': 'finishSingleSignOn',
  'OidcController.login': 'beginSingleSignOn',
  'OpenAiController.complete': 'createChatCompletion',
  'OpenAiController.models': 'listOpenAiModels',
  'SecondFactorController.confirm': 'confirmSecondFactor',
  'SecondFactorController.disable': 'disableSecondFactor',
  'SecondFactorController.enrol': 'enrolSecondFactor',
  'SecondFactorController.read': 'getSecondFactor',
  'SessionController.begin': 'beginSession',
  'SessionController.end': 'endSession',
  'SessionsController.delete': 'deleteSession',
  'SessionsController.list': 'listSessions',
  'SessionsController.rename': 'renameSession',
  'TranscribeController.transcribe': 'submitTranscription',
  'UploadController.delete': 'deleteUpload',
  'UploadController.upload': 'uploadFile',
  'UsageController.read': 'getTokenUsage',
};

/** @throws Error that names an operation which has none: generated clients keep their names only where we give them */
export function operationId(controller: string, method: string): string {
  const id = findOperationId(controller, method);
  if (!id) throw new Error(`${controller}.${method} needs an operation id`);
  return id;
}

/** Undefined for a method that is no operation. */
export const findOperationId = (controller: string, method: string): string | undefined =>
  OPERATION_IDS[`${controller}.${method}`];
