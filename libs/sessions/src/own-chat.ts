import { Raw, type FindOperator } from 'typeorm';
import type { Owner } from '@app/common';

/** The id of a chat, if it is this owner's; else NULL. */
export const OWN_CHAT =
  'SELECT id FROM chats WHERE id = :chatId AND user_id = :userId AND organization_id = :organizationId';

/** The condition on a `chat_id` column that it is this chat, and that the chat is this owner's. */
export const ownChat = (chatId: string, { userId, organizationId }: Owner): FindOperator<string> =>
  Raw((column) => `${column} = (${OWN_CHAT})`, { chatId, userId, organizationId });
