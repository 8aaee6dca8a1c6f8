import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientsFolder } from '@app/testing';
import { QUESTION, REMINDER } from './work';

/** How to reach the gateway. */
export interface Gateway {
  /** Returns an address below {ai_base}. */
  ai(path: string): string;
  key: string;
}

/** A command-line agent, as it runs without a terminal. */
export interface Agent {
  name: string;
  /** The file with instructions that it reads. */
  instructions: string;
  /** The program, with the arguments of the first turn and of the second. */
  program: string;
  first: readonly string[];
  second: readonly string[];
  env(gateway: Gateway): Record<string, string>;
  /** Returns its settings, by their path in its home folder. */
  settings?(gateway: Gateway): Record<string, string>;
}

const installed = (path: string): string => join(clientsFolder('agents'), 'node_modules', path);

const claude: Agent = {
  name: 'Claude Code',
  instructions: 'CLAUDE.md',
  program: installed(`@anthropic-ai/claude-code-linux-${process.arch}/claude`),
  first: ['-p', QUESTION, '--permission-mode', 'acceptEdits'],
  second: ['-c', '-p', REMINDER],
  env: ({ ai, key }) => ({
    ANTHROPIC_BASE_URL: ai('anthropic'),
    ANTHROPIC_AUTH_TOKEN: key,
    ANTHROPIC_MODEL: 'claude-sonnet-4-5',
    ANTHROPIC_SMALL_FAST_MODEL: 'claude-sonnet-4-5',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
};

/** @param model one with its tools in the body, or one with its tools in the input */
const codex = (model: string): Agent => ({
  name: `Codex with ${model}`,
  instructions: 'AGENTS.md',
  program: installed('@openai/codex/bin/codex.js'),
  first: ['exec', '--skip-git-repo-check', '-s', 'workspace-write', QUESTION],
  second: ['exec', 'resume', '--skip-git-repo-check', '--last', REMINDER],
  env: ({ key }) => ({ PRIVACY_CHAT_KEY: key }),
  settings: ({ ai }) => ({
    '.codex/config.toml': `model = "${model}"
model_provider = "privacy-chat"
check_for_update_on_startup = false
[analytics]
enabled = false
[features]
plugins = false
[model_providers.privacy-chat]
name = "privacy-chat"
base_url = "${ai('openai/v1')}"
env_key = "PRIVACY_CHAT_KEY"
wire_api = "responses"
`,
  }),
});

const gemini: Agent = {
  name: 'Gemini CLI',
  instructions: 'GEMINI.md',
  program: installed('@google/gemini-cli/bundle/gemini.js'),
  first: ['-m', 'gemini-2.5-flash', '--approval-mode', 'auto_edit', '-p', QUESTION],
  second: ['-m', 'gemini-2.5-flash', '--resume', 'latest', '-p', REMINDER],
  env: ({ ai, key }) => ({
    GEMINI_API_KEY: key,
    GOOGLE_GEMINI_BASE_URL: ai('gemini'),
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  settings: () => ({
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
    }),
  }),
};

/** Each provider of opencode speaks one dialect. */
const opencode = (provider: string, model: string, options: (gateway: Gateway) => object): Agent => ({
  name: `opencode with ${provider}`,
  instructions: 'AGENTS.md',
  program: installed(`opencode-linux-${process.arch}/bin/opencode`),
  first: ['run', '--title', 'Contact', '-m', `${provider}/${model}`, QUESTION],
  second: ['run', '--continue', '-m', `${provider}/${model}`, REMINDER],
  env: (gateway) => ({
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    npm_config_offline: 'true',
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      provider: { [provider]: options(gateway) },
      model: `${provider}/${model}`,
      small_model: `${provider}/${model}`,
      autoupdate: false,
      share: 'disabled',
    }),
  }),
});

export const AGENTS: readonly Agent[] = [
  claude,
  codex('gpt-5.5'),
  codex('gpt-6-sol'),
  gemini,
  opencode('anthropic', 'claude-sonnet-4-5', ({ ai, key }) => ({
    options: { baseURL: ai('anthropic/v1'), apiKey: key },
    models: { 'claude-sonnet-4-5': { options: { thinking: { type: 'enabled', budgetTokens: 2_048 } } } },
  })),
  opencode('openai', 'gpt-5.5', ({ ai, key }) => ({ options: { baseURL: ai('openai/v1'), apiKey: key } })),
  opencode('google', 'gemini-2.5-flash', ({ ai, key }) => ({
    options: { baseURL: ai('gemini/v1beta'), apiKey: key },
  })),
  opencode('privacy-chat', 'test-model', ({ ai, key }) => ({
    npm: '@ai-sdk/openai-compatible',
    options: { baseURL: ai('openai/v1'), apiKey: key },
    models: { 'test-model': {} },
  })),
];

/** Writes the settings of an agent into its home folder. */
export async function writeSettings({ settings }: Agent, gateway: Gateway, home: string): Promise<void> {
  for (const [path, content] of Object.entries(settings?.(gateway) ?? {})) {
    await mkdir(join(home, path, '..'), { recursive: true });
    await writeFile(join(home, path), content);
  }
}
