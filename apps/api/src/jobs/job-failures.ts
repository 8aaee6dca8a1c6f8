/** A failure for the OpenAPI document, in the envelope of contract 1. */
export const failure = (status: number, message: string) => ({
  status,
  schema: { example: { success: false, message, response_code: status } },
});
