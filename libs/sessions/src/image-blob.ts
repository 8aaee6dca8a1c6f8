/** Below its chat's folder, so that it goes with the chat. */
export const imageBlob = (chatId: string, imageId: string): string => `chats/${chatId}/${imageId}`;
