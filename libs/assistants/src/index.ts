/** Assistants: instructions with documents, which users of an organization start chats with. */
export {
  AUDIENCES,
  variablesOf,
  type Assistant,
  type AssistantContent,
  type AssistantUser,
  type Audience,
  type Sharing,
  type StartedAssistant,
} from './assistant';
export { AssistantsModule } from './assistants.module';
export type { AssistantVersion } from './assistants.store';
export { ExportAssistants, type ExportedAssistant } from './export-assistants';
export { ManageAssistants, type AssistantDocument, type AssistantFields } from './manage-assistants';
export { restoredAssistants } from './restored-assistants.store';
export { UseAssistants, type AssistantDocuments, type AssistantRequest } from './use-assistants';
