import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEAK_MATRIX } from '@app/openai-gateway';
import { previewDocument } from '../openapi/documentation';
import { fieldTable } from './leak-matrix';

const page = readFileSync(join(__dirname, '../../../../docs/reference/gateway-fields.md'), 'utf8');
/** Prettier pads table cells; the padding is ignored. */
const plain = (text: string): string => text.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---');

interface Described {
  paths: Record<string, { post?: { description?: string } }>;
}

const OTHER_PATHS: Readonly<Record<string, string>> = {
  messages: 'anthropic/v1/messages',
  generateContent: 'gemini/v1beta/models/{model}:generateContent',
};
const pathOf = (body: string): string => `/ai/v1/${OTHER_PATHS[body] ?? `openai/v1/${body}`}`;

describe('the documented fate of each field at the gateway', () => {
  let paths: Described['paths'];
  beforeAll(async () => {
    ({ paths } = (await previewDocument()) as unknown as Described);
  });

  it.each(Object.keys(LEAK_MATRIX))('matches the rules of %s on the page and in /docs', (body) => {
    expect(plain(page)).toContain(`## ${body}\n\n${plain(fieldTable(body))}`);
    expect(paths[pathOf(body)]?.post?.description).toContain(fieldTable(body));
  });

  it('covers every body that the gateway accepts', () => {
    const bodies = Object.keys(paths)
      .filter((path) => /^\/ai\/v1\/(?:openai|anthropic|gemini)\//.test(path) && paths[path]?.post)
      // Sent to no provider, or with the body of another address.
      .filter((path) => !/(?:count_tokens|:countTokens|:streamGenerateContent)$/.test(path))
      // The bodies of a batch are those of other addresses.
      .filter((path) => !/\/openai\/v1\/(?:files|batches)(?:\/|$)/.test(path));
    expect(bodies.sort()).toEqual(Object.keys(LEAK_MATRIX).map(pathOf).sort());
  });
});
