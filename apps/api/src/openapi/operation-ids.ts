/** What generated clients call each operation: by the class and the method of its controller. */
const OPERATION_IDS: Readonly<Record<string, string>> = {
  'AdminAuditController.export': 'exportAuditTrail',
  'AdminAuditController.list': 'listAuditTrail',
  'AdminAuditController.verify': 'verifyAuditTrail',
  'AdminGroupsController.addMember': 'addGroupMember',
  'AdminGroupsController.change': 'changeGroup',
  'AdminGroupsController.create': 'createGroup',
  'AdminGroupsController.list': 'listGroups',
  'AdminGroupsController.members': 'listGroupMembers',
  'AdminGroupsController.remove': 'deleteGroup',
  'AdminGroupsController.removeMember': 'removeGroupMember',
  'AdminJobsController.list': 'listOrganizationJobs',
  'AdminJobsController.read': 'getOrganizationJob',
  'AdminJobsController.redeliver': 'redeliverOrganizationJob',
  'AdminKeysController.create': 'createOrganizationKey',
  'AdminKeysController.list': 'listOrganizationKeys',
  'AdminKeysController.revoke': 'revokeOrganizationKey',
  'AdminOrganizationController.change': 'changeOrganization',
  'AdminOrganizationController.read': 'getOrganization',
  'AdminOrganizationController.rotateSecret': 'rotateWebhookSecret',
  'AdminOrganizationController.showSecret': 'getWebhookSecret',
  'AdminUsersController.change': 'changeUser',
  'AdminUsersController.create': 'createUser',
  'AdminUsersController.list': 'listUsers',
  'AdminUsersController.remove': 'deleteUser',
  'AdminUsersController.resetPassword': 'resetUserPassword',
  'AdminWebhookController.read': 'getWebhook',
  'AdminWebhookController.remove': 'removeWebhook',
  'AdminWebhookController.set': 'setWebhook',
  'AnonymizeController.anonymize': 'anonymize',
  'AuthController.changePassword': 'changePassword',
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
  'KeysController.create': 'createKey',
  'KeysController.list': 'listKeys',
  'KeysController.revoke': 'revokeKey',
  'ModelsController.list': 'listModels',
  'OpenAiController.complete': 'createChatCompletion',
  'OpenAiController.models': 'listOpenAiModels',
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
