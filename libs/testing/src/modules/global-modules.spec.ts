import { productSources } from '../tables/product-sources';

describe('modules', () => {
  it('import what they use: only the core module is global', () => {
    const global = productSources().filter(({ text }) => /@Global\(\)|\bglobal: true\b/.test(text));
    expect(global.map(({ fileName }) => fileName)).toEqual(['libs/core/src/core.module.ts']);
  });
});
