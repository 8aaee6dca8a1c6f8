import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Scene } from './scene';

const PACKAGES = resolve(__dirname, '../../node_modules');
const run = promisify(execFile);

/** A program that uses only the generated types: the compiler checks every field. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './schema';

async function main(): Promise<void> {
  const [baseUrl, userName, password] = process.argv.slice(2) as [string, string, string];
  const anybody = createClient<paths>({ baseUrl });
  const login = await anybody.POST('/idm/v1/auth/login', { body: { userName, password } });
  if (!login.data) throw new Error(login.error.errorMessage);
  const client = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + login.data.jwtToken } });
  const chat = await client.POST('/ai/v1/chat', {
    body: {
      lang: 'eng',
      prompt: 'Who is Anna Schmidt?',
      choices: ['Names'],
      model: 'demo-echo',
      anonymized: true,
    },
  });
  if (chat.error) throw new Error(chat.error.message);
  if (typeof chat.data === 'string') throw new Error('no stream was asked for');
  const { replaced_response, anonymized_values } = chat.data;
  const params = { path: { chat_id: chat.data.session_id } };
  const history = await client.GET('/ai/v1/history/{chat_id}', { params });
  if (!history.data) throw new Error(history.error.message);
  const prompts: string[] = history.data.data.prompts.map(({ originalPrompt }) => originalPrompt);
  console.log(JSON.stringify({ replaced_response, names: anonymized_values.Names?.length, prompts }));
}

void main();
`;

const COMPILER_OPTIONS = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  skipLibCheck: true,
};

/** Tests that a client generated from the OpenAPI document compiles and that its first call succeeds. */
export function describeClient(scene: () => Scene): void {
  it('compiles and succeeds on its first call', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'privacy-chat-client-'));
    const node = (program: string, ...args: string[]): Promise<string> =>
      run(process.execPath, [program, ...args], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => {
          throw new Error(`${stdout}\n${stderr}`);
        },
      );
    try {
      await symlink(PACKAGES, join(folder, 'node_modules'));
      await writeFile(join(folder, 'client.ts'), PROGRAM);
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['client.ts'] }),
      );
      const generator = join(PACKAGES, 'openapi-typescript/bin/cli.js');
      await node(generator, scene().system.url('/docs-json'), '--output', 'schema.ts');
      await node(join(PACKAGES, 'typescript-native/bin/tsc'));
      const { userName, password } = scene().user;
      expect(JSON.parse(await node('client.js', scene().system.url(''), userName, password))).toEqual({
        replaced_response: expect.stringContaining('Who is Anna Schmidt?'),
        names: 1,
        prompts: ['Who is Anna Schmidt?'],
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
