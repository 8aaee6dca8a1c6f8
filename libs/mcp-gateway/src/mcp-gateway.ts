import { Inject, Injectable } from '@nestjs/common';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ENTITY_TYPES, languageOf } from '@app/anonymization';
import { AuditTrail } from '@app/audit';
import { CaseTables } from '@app/cases';
import { AppError, VERSION, type Caller } from '@app/common';
import { mcpConfig, type McpConfig, type McpServerSettings } from '@app/config';
import { HideTexts } from '@app/hiding';
import { CurrentPolicies } from '@app/policy';
import { boundedFetch } from './bounded-fetch';
import { restoreArguments } from './restore-arguments';
import { ResultTexts } from './result-texts';

/** A call through the gateway. */
export interface GatewayCall {
  caller: Caller;
  /** The name of the server in the settings */
  server: string;
  caseId: string;
  signal: AbortSignal;
}

export interface ToolCall {
  name: string;
  arguments?: Readonly<Record<string, unknown>> | undefined;
}

const FIELD = 'X-Case';

/**
 * Calls the MCP servers that the operator named, for the model of a client. Results are hidden with the table of a case.
 * Originals reach a server only in the arguments that its settings name.
 */
@Injectable()
export class McpGateway {
  constructor(
    @Inject(mcpConfig.KEY) private readonly config: McpConfig,
    private readonly policies: CurrentPolicies,
    private readonly hideTexts: HideTexts,
    private readonly cases: CaseTables,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found` if there is no such server for the caller; `bad_request` unless the caller may use the case */
  async check({ caller, server: name, caseId }: Omit<GatewayCall, 'signal'>): Promise<McpServerSettings> {
    const server = this.config.servers.find((each) => each.name === name);
    if (!server || (server.groups.length > 0 && !server.groups.some((id) => caller.groups.includes(id))))
      throw new AppError('not_found', 'There is no MCP server with this name for you');
    await this.cases.check(caller, { caseId, field: FIELD });
    return server;
  }

  /** Returns the tools of a server. */
  async tools(call: GatewayCall): Promise<Record<string, unknown>[]> {
    const server = await this.check(call);
    const { tools } = await this.ask(server, call.signal, (client, options) => client.listTools({}, options));
    const texts = new ResultTexts();
    const shown = tools.map((tool) => texts.tool(tool));
    texts.put(await this.hide(call, texts.all));
    return shown;
  }

  /** Calls a tool, and returns its result with replacements. */
  async call(call: GatewayCall, { name, arguments: given = {} }: ToolCall): Promise<Record<string, unknown>> {
    const server = await this.check(call);
    const { arguments: restored, restored: count } = await restoreArguments(
      given,
      name,
      server.restore,
      (text) => this.originalOf(call, text),
    );
    const { organizationId } = call.caller;
    // Recorded before the call, because the server receives the values whatever it answers.
    await this.trail.recordAlone({
      action: 'mcp.call',
      subject: { type: 'case', id: call.caseId },
      organizationId,
      counts: { values: count },
    });
    const result = await this.ask(server, call.signal, (client, options) =>
      client.callTool({ name, arguments: restored }, options),
    );
    const texts = new ResultTexts();
    const shown = texts.result(result as Record<string, unknown>);
    texts.put(await this.hide(call, texts.all));
    return shown;
  }

  /** Returns the original of a text that is, as a whole, a replacement that the case sent. */
  private async originalOf({ caller, caseId }: GatewayCall, text: string): Promise<string | undefined> {
    const restorer = await this.cases.restorer(caller, { caseId, field: FIELD }, [text]);
    const { text: original, values } = await restorer.restoreWithValues(text);
    const [value] = values;
    return values.length === 1 && value!.replacement === text ? original : undefined;
  }

  private async hide({ caller, caseId, signal }: GatewayCall, all: readonly string[]): Promise<string[]> {
    if (all.length === 0) return [];
    const policy = await this.policies.of(caller.organizationId);
    const rules = policy.rulesFor();
    const searched = await this.hideTexts.search(
      all.map((text) => ({ text })),
      {
        choices: policy.hiddenKinds(rules),
        known: ENTITY_TYPES,
        language: languageOf(all.join('\n')),
        rules,
        owner: caller,
      },
      signal,
    );
    const from = { caseId, field: FIELD };
    const { hidden } = await this.cases.hide(caller, from, searched.texts, searched.hideBehind);
    return hidden.map(({ text }) => text);
  }

  /** Connects to a server for one request. Its error messages may contain values, so they are not returned. */
  private async ask<T>(
    { url, apiKey }: McpServerSettings,
    signal: AbortSignal,
    work: (client: Client, options: { signal: AbortSignal; timeout: number }) => Promise<T>,
  ): Promise<T> {
    const client = new Client({ name: 'privacy-chat', version: VERSION });
    const excess = new AbortController();
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: boundedFetch((error) => excess.abort(error)),
      requestInit: {
        redirect: 'error',
        ...(apiKey !== undefined && { headers: { authorization: `Bearer ${apiKey}` } }),
      },
    });
    const options = {
      signal: AbortSignal.any([signal, excess.signal]),
      timeout: this.config.timeoutMs,
    };
    try {
      await client.connect(transport, options);
      return await work(client, options);
    } catch (cause) {
      signal.throwIfAborted();
      throw new AppError('provider_failed', 'The MCP server failed, or refused the call', {}, { cause });
    } finally {
      await client.close();
    }
  }
}
