import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI_PAGE, cliPage } from '@app/testing';
import { createProgram } from './program';

describe('docs/operate/cli.md', () => {
  it('is what `npm run docs:generate` writes', () => {
    expect(readFileSync(join(__dirname, '../../..', CLI_PAGE), 'utf8')).toBe(cliPage(createProgram()));
  });
});
