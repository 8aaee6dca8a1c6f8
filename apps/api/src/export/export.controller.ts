import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { ExportUser } from '@app/data-subject-rights';
import { RateLimit } from '../http/rate-limit.guard';
import { sendStream } from '../http/send-stream';

/** An example of one chat in an export. */
const CHAT = {
  id: '01a1fe38-4d68-7f4e-a9df-3cad8ffcb936',
  name: 'Write to Hans Müller',
  created_at: '2026-01-15T09:30:00.000Z',
  last_used_at: '2026-01-15T09:30:00.000Z',
  pinned: false,
  turns_newest_first: [
    {
      id: '01a1fe38-4e2a-7c11-8d3f-5a0c2b9e7f10',
      at: '2026-01-15T09:30:00.000Z',
      model: 'gpt-4o-mini',
      response_type: 'text',
      prompt: 'Write to Hans Müller',
      answer: 'Dear Hans, ...',
      sent_prompt: 'Write to Jan Weber',
      received_answer: 'Dear Jan, ...',
      replacements: [{ type: 'Names', original: 'Hans Müller', replacement: 'Jan Weber' }],
      document_id: null,
    },
  ],
};

export const EXPORT_DESCRIPTION = `The archive is not encrypted. It contains:
- \`account.json\`: your account with its role, groups, API keys (without their secrets) and logins, and each call of a model that you made
- \`chats/<id>/chat.json\`: a chat with its turns, newest first, as you wrote and read them and as they were sent;
  its images are next to it as \`<turn id>.png\`, \`.jpeg\` or \`.webp\`
- \`assistants/<id>/assistant.json\`: an assistant that you own, with its versions and the names of its documents
- \`documents/<id>/document.json\` and \`text.txt\`: the name and the text of an uploaded file; the service stores only its text
- \`jobs/<id>/job.json\`: a job, with its input until it ends and its result until the result is deleted; \`audio\` until it ends

A \`chat.json\`:

\`\`\`json
${JSON.stringify(CHAT, null, 2)}
\`\`\``;

@ApiTags('account')
@Access({ roles: ROLES })
@Controller('export')
export class ExportController {
  constructor(private readonly exportUser: ExportUser) {}

  @Get()
  @Header('Content-Disposition', 'attachment; filename="privacy-chat-export.zip"')
  @RateLimit('exports')
  @ApiOperation({
    operationId: 'exportUserData',
    summary: 'A copy of all data that the service stores about you',
    description: EXPORT_DESCRIPTION,
  })
  @ApiResponse({
    status: 200,
    description: 'A zip archive',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  })
  async export(
    @CurrentUser() { userId, organizationId, email }: AuthUser,
    @Res() response: Response,
  ): Promise<void> {
    const archive = await this.exportUser.execute({ userId, organizationId, userName: email });
    response.type('application/zip');
    await sendStream(archive, response);
  }
}
