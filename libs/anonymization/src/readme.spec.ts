import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '@app/common';

const LIB = join(packageRoot(), 'libs/anonymization');
const EXAMPLE = join(LIB, 'testing/example.ts');
const REGISTER = join(packageRoot(), 'tools/typescript/register.cjs');
/** Runs the example, then prints the packages of the service that it loaded. */
const PROGRAM = `
  process.on('exit', () => console.log(Object.keys(require.cache).filter((file) => /node_modules.(@nestjs|typeorm|pg|bull|redis)/.test(file)).join()));
  require(${JSON.stringify(EXAMPLE)});
`;

describe('the example of the README', () => {
  it('is the one that runs here', () => {
    const readme = readFileSync(join(LIB, 'README.md'), 'utf8');
    expect(readme).toContain(`\`\`\`ts\n${readFileSync(EXAMPLE, 'utf8')}\`\`\``);
  });

  it('detects, hides and restores in a script, without the service', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--require', REGISTER, '-e', PROGRAM]);
    expect(stdout.split('\n')).toEqual([
      'Write to [NAME_1], [EMAIL_1].',
      'Done: Write to Anna Schmidt, anna@example.com.',
      '',
      '',
    ]);
  });
});
