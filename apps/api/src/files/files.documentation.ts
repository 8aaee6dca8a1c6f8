import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';

const NAME = {
  description: 'Names the file, with its values replaced',
  schema: { type: 'string', example: "attachment; filename*=UTF-8''letter.docx" },
} as const;

/** Documents an answer that is a file. */
export const ApiFileAnswer = (headers: NonNullable<ApiResponseOptions['headers']> = {}) =>
  ApiResponse({
    status: 200,
    description: 'The file',
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    headers: { ...headers, 'Content-Disposition': NAME },
  });
