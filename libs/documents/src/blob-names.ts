/** Everything of a document, so that it is deleted together. */
export const documentFolder = (id: string): string => `documents/${id}/`;

/** As it was sent; deleted once its text is taken. */
export const originalBlob = (id: string): string => `${documentFolder(id)}original`;

export const textBlob = (id: string): string => `${documentFolder(id)}text`;
