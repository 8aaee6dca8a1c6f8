import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import type { Request } from 'express';
import { z } from 'zod';
import { CHOICES, languageOf, parseLanguage } from '@app/anonymization';
import { notGranted, type GuardedUser } from '@app/auth';
import { ManageCases } from '@app/cases';
import { AppError, invalid, statusOf, VERSION } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { OwnFiles, totalsOf } from '@app/files';
import { ReceiveUpload } from '@app/job-files';
import { Log } from '@app/observability';
import { CurrentPolicies } from '@app/policy';
import { AnonymizeText } from '@app/private-model';
import { AUDIO_EXTENSIONS, checkAudioName, TranscribeNow } from '@app/transcription';
import { caseOfRequest, requireScope } from '../auth/require-scope';
import { toAppError } from '../http/to-app-error';

/** Base64 of it fits into a body of 16 MiB. */
const MOST_FILE_BYTES = 10 * 1024 ** 2;
const PAGE = 100;

const lang = z
  .string()
  .optional()
  .describe('The language of the content, such as en or de; guessed if absent');
const choices = z
  .array(z.enum(CHOICES.allowed as [string, ...string[]]))
  .optional()
  .describe("Kinds of personal data to hide; the default of the organization's policy if absent");
const caseId = z
  .string()
  .optional()
  .describe('The case that the content belongs to: a value has one replacement in the whole case');
const name = z.string().min(1).max(255).describe('The file name, with its extension');
const content = z.base64().describe(`The file in base64, at most ${MOST_FILE_BYTES} bytes`);

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

/** A call of a tool by a caller. */
interface Call {
  user: GuardedUser;
  request: Request;
  signal: AbortSignal;
}

/**
 * Makes the MCP server of one request. A result contains replacements, never an original: the model of the client reads it.
 */
@Injectable()
export class McpTools {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    private readonly anonymizeText: AnonymizeText,
    private readonly files: OwnFiles,
    private readonly cases: ManageCases,
    private readonly policies: CurrentPolicies,
    private readonly receive: ReceiveUpload,
    private readonly transcribeNow: TranscribeNow,
    private readonly log: Log,
  ) {}

  async serverFor(call: Call): Promise<McpServer> {
    const { document } = await this.policies.of(call.user.organizationId);
    const server = new McpServer({ name: 'privacy-chat', version: VERSION });
    this.addAnonymize(server, call);
    this.addFile(server, call);
    this.addTranscribe(server, call);
    this.addCases(server, call);
    if (document.mcp_tools?.includes('restore')) this.addRestore(server, call);
    return server;
  }

  private addAnonymize(server: McpServer, call: Call): void {
    const { user, signal } = call;
    server.registerTool(
      'anonymize',
      {
        description: 'Replaces the personal data in a text. Returns the text with replacements.',
        inputSchema: z.object({ text: z.string().min(1), lang, choices, case_id: caseId }),
        outputSchema: z.object({ text: z.string() }),
        annotations: READ_ONLY,
      },
      (asked) =>
        this.answer(call, async () => {
          const id = caseOfRequest(user, asked.case_id);
          const { text } = await this.anonymizeText.execute(
            user,
            {
              text: asked.text,
              field: 'text',
              language: languageOf(asked.text, asked.lang),
              style: 'surrogates',
              ...kindsOf(asked.choices),
              ...(id !== undefined && { from: { caseId: id } }),
            },
            signal,
          );
          return { content: [{ type: 'text', text }], structuredContent: { text } };
        }),
    );
  }

  private addFile(server: McpServer, call: Call): void {
    const { user, signal } = call;
    server.registerTool(
      'anonymize_file',
      {
        description:
          'Replaces the personal data in a file, such as .docx, .pdf, .xlsx or .png. Returns the file with replacements.',
        inputSchema: z.object({ name, content, lang, choices, case_id: caseId }),
        annotations: READ_ONLY,
      },
      (asked) =>
        this.answer(call, async () => {
          const id = caseOfRequest(user, asked.case_id);
          const { lang: language, choices: kinds } = asked;
          const file = await this.files.anonymize(
            user,
            {
              fileName: asked.name,
              content: bytesOf(asked.content),
              ...(language !== undefined && { lang: language }),
              ...(kinds && { choices: kinds }),
              ...(id !== undefined && { caseId: id }),
            },
            signal,
          );
          const { format: _, ...report } = file.report;
          const resource = {
            uri: `file:///${encodeURIComponent(file.fileName)}`,
            mimeType: file.mediaType,
            blob: file.content.toString('base64'),
          };
          const totals = JSON.stringify({ ...report, values: totalsOf(report) });
          return {
            content: [
              { type: 'resource', resource },
              { type: 'text', text: totals },
            ],
          };
        }),
    );
  }

  private addTranscribe(server: McpServer, call: Call): void {
    const { user, signal } = call;
    server.registerTool(
      'transcribe',
      {
        description: `Transcribes a recording of at most 10 minutes (${AUDIO_EXTENSIONS.join(', ')}), and replaces the personal data in the transcript.`,
        inputSchema: z.object({
          name,
          content,
          lang: z.string().describe('The spoken language, such as en or de'),
          case_id: caseId,
        }),
        outputSchema: z.object({ text: z.string() }),
        annotations: READ_ONLY,
      },
      (asked) =>
        this.answer(call, async () => {
          if (!user.grants.includes('transcribe')) throw notGranted();
          const id = caseOfRequest(user, asked.case_id);
          checkAudioName(asked.name);
          const audio = await this.receive.execute({
            owner: user,
            type: 'transcription',
            content: Readable.from([bytesOf(asked.content)]),
            maxBytes: MOST_FILE_BYTES,
            signal,
          });
          try {
            const { text } = await this.transcribeNow.execute(
              user,
              {
                audio,
                language: asked.lang === 'auto' ? asked.lang : parseLanguage(asked.lang).code,
                anonymize: { choices: [...CHOICES.all], style: 'surrogates' },
                ...(id !== undefined && { inCase: { caseId: id } }),
              },
              signal,
            );
            return { content: [{ type: 'text', text }], structuredContent: { text } };
          } finally {
            await this.receive.discard(audio);
          }
        }),
    );
  }

  private addCases(server: McpServer, call: Call): void {
    const { user } = call;
    server.registerTool(
      'list_cases',
      {
        description: 'Lists the cases of the user: ids and dates only.',
        inputSchema: z.object({ cursor: z.string().optional().describe('next_cursor of an earlier page') }),
        annotations: READ_ONLY,
      },
      ({ cursor }) =>
        this.answer(call, async () => {
          requireScope(user, 'cases');
          const page = await this.cases.list(user, { limit: PAGE, ...(cursor !== undefined && { cursor }) });
          const listed = {
            cases: page.cases.map(({ id, createdAt, lastUsedAt, expiresAt }) => ({
              case_id: id,
              created_at: createdAt,
              last_used_at: lastUsedAt,
              expires_at: expiresAt,
            })),
            next_cursor: page.next,
          };
          return { content: [{ type: 'text', text: JSON.stringify(listed) }] };
        }),
    );
  }

  private addRestore(server: McpServer, call: Call): void {
    server.registerTool(
      'restore',
      {
        description:
          'Returns a link to the page on which the user restores the original values of a text, after a login. The values are never returned here.',
        inputSchema: z.object({}),
        outputSchema: z.object({ link: z.string() }),
        annotations: READ_ONLY,
      },
      () =>
        this.answer(call, async () => {
          const link = `${this.http.publicBaseUrl}/restore`;
          return { content: [{ type: 'text', text: link }], structuredContent: { link } };
        }),
    );
  }

  /** Returns the result of a tool. A failure is a result too, with the message that other endpoints would send. */
  private async answer({ request }: Call, work: () => Promise<CallToolResult>): Promise<CallToolResult> {
    try {
      return await work();
    } catch (thrown) {
      const error = toAppError(thrown, request);
      if (statusOf(error.code) >= 500) this.log.error('request.failed', error);
      return { content: [{ type: 'text', text: `${error.message} (${error.code})` }], isError: true };
    }
  }
}

function kindsOf(names: readonly string[] | undefined) {
  if (names === undefined) return {};
  const parsed = CHOICES.parse(names);
  if (!parsed) throw invalid('choices', 'must be kinds of personal data');
  return parsed;
}

function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MOST_FILE_BYTES)
    throw new AppError('too_large', `content is too large: at most ${MOST_FILE_BYTES} bytes are accepted`);
  return bytes;
}
