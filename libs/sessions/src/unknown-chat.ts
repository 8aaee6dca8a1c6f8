import { AppError, invalid } from '@app/common';

/** Malformed, unknown or someone else's: all the same (contract: Addresses and the envelope). */
export const unknownChat = (): AppError => invalid('chatId', 'must be the id of one of your chats');
