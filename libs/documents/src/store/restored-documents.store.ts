import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes documents that were erased after a backup. An erased assistant owned its documents. */
export const restoredDocuments = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'document', id FROM documents WHERE user_id IN ${ids('user', 'assistant')}`,
    dependent: [`DELETE FROM chat_documents WHERE chat_id IN ${ids('chat', 'assistant')}`],
    deletion: `DELETE FROM documents WHERE id IN ${ids('document')}`,
  }) satisfies RestoredRows;
