import { expectDefaults } from './defaults';

it('has defaults after a suite that left changes', expectDefaults);

it('continues after its time limit', async () => {
  const later = (): void => {
    process.env.MCP_TIMEOUT = '7s';
    setImmediate(later);
  };
  later();
  await new Promise(() => undefined);
}, 100);
