import { registerAs, type ConfigType } from '@nestjs/config';
import { parse } from 'yaml';
import { z } from 'zod';
import { ConfigError, parseSettings } from './parse-settings';
import { secret } from './providers';
import { duration, url } from './setting-types';

/** An argument of a tool that receives original values. */
export interface RestoredArgument {
  tool: string;
  /** The keys that lead to it; `*` is every element of a list */
  path: readonly string[];
}

/** A server of the Model Context Protocol that the operator named. */
export interface McpServerSettings {
  name: string;
  url: string;
  apiKey?: string | undefined;
  /** The ids of the groups that may use it. If empty, every user may */
  groups: readonly string[];
  restore: readonly RestoredArgument[];
}

const PATH = /^\$(?:\.[\w-]+|\[\*\])+$/;

const server = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, {
    error: 'expected 1 to 63 lower-case letters, digits or -',
  }),
  url: url('http', 'https'),
  api_key: secret.optional(),
  groups: z.array(z.uuid({ error: 'expected the id of a group' })).default([]),
  restore: z
    .array(
      z.strictObject({
        tool: z.string().min(1),
        path: z.string().regex(PATH, { error: 'expected a path such as $.to or $.recipients[*].address' }),
      }),
    )
    .default([]),
});
const file = z.strictObject({ servers: z.array(server).max(100) });

/** The MCP servers behind the gateway (contract: MCP). */
export const mcpConfig = registerAs('mcp', () => {
  const env = parseSettings({ MCP_SERVERS: z.string().optional(), MCP_TIMEOUT: duration('60s') });
  return {
    servers: env.MCP_SERVERS === undefined ? [] : readServers(env.MCP_SERVERS),
    /** The timeout of one call of a tool. */
    timeoutMs: env.MCP_TIMEOUT,
  };
});
export type McpConfig = ConfigType<typeof mcpConfig>;

function readServers(text: string): McpServerSettings[] {
  let given: unknown;
  try {
    given = parse(text);
  } catch {
    throw new ConfigError('MCP_SERVERS: expected YAML with a list named servers');
  }
  const { success, data, error } = file.safeParse(given);
  if (!success) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new ConfigError(`MCP_SERVERS: ${faults.slice(0, 10).join('; ')}`);
  }
  const names = data.servers.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new ConfigError('MCP_SERVERS: expected each name once');
  return data.servers.map(({ name, url: address, api_key: apiKey, groups, restore }) => ({
    name,
    url: address,
    apiKey,
    groups,
    restore: restore.map(({ tool, path }) => ({
      tool,
      path: path.slice(1).replaceAll('[*]', '.*').split('.').slice(1),
    })),
  }));
}
