import { read } from './files';
import { kindPages } from './kind-pages';

describe('The declared kinds', () => {
  it.each(kindPages())('are those of %s, as `npm run docs:generate` writes it', (path, text) => {
    expect(read(path)).toBe(text);
  });
});
