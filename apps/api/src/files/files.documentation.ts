/** The documentation of responses that are a file. */
export const WRITTEN = { '*/*': { schema: { type: 'string', format: 'binary' } } };

export const NAME = {
  description: 'Names the file, with its values replaced',
  schema: { type: 'string', example: "attachment; filename*=UTF-8''letter.docx" },
} as const;
