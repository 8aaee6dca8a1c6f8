import { mcpConfig } from './mcp.config';

const SETTINGS = ['MCP_SERVERS', 'MCP_TIMEOUT', 'CRM_KEY'] as const;
const before = SETTINGS.map((name) => process.env[name]);

afterEach(() => {
  SETTINGS.forEach((name, i) => {
    if (before[i] === undefined) delete process.env[name];
    else process.env[name] = before[i];
  });
});

const read = (servers?: string) => {
  if (servers !== undefined) process.env.MCP_SERVERS = servers;
  return mcpConfig();
};

describe('MCP_SERVERS', () => {
  it('names servers, keys by their settings, and restored arguments', () => {
    process.env.CRM_KEY = 'a key of the server';
    const servers = `servers:
  - name: crm
    url: https://crm.example/mcp
    api_key: \${CRM_KEY}
    restore: [{ tool: send, path: '$.to' }, { tool: send, path: '$.copies[*].name' }]`;
    expect(read(servers).servers).toEqual([
      {
        name: 'crm',
        url: 'https://crm.example/mcp',
        apiKey: 'a key of the server',
        groups: [],
        restore: [
          { tool: 'send', path: ['to'] },
          { tool: 'send', path: ['copies', '*', 'name'] },
        ],
      },
    ]);
  });

  it('is none if it is not set', () => {
    expect(read()).toMatchObject({ servers: [], timeoutMs: 60_000 });
  });

  it.each([
    ['no YAML', 'servers: [', /MCP_SERVERS: expected YAML/],
    [
      'a path of another form',
      'servers: [{ name: a, url: http://a.example, restore: [{ tool: t, path: to }] }]',
      /path such as/,
    ],
    [
      'a name twice',
      'servers: [{ name: a, url: http://a.example }, { name: a, url: http://b.example }]',
      /each name once/,
    ],
    ['a key itself', 'servers: [{ name: a, url: http://a.example, api_key: abc }]', /name of a setting/],
    ['an unknown field', 'servers: [{ name: a, url: http://a.example, command: rm }]', /command/],
  ])('is refused with %s', (_, servers, message) => {
    expect(() => read(servers)).toThrow(message);
  });
});
