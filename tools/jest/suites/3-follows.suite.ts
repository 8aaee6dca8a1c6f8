import { mcpConfig } from '@app/config';
import { expectDefaults } from './defaults';

it('has defaults after a suite that was cut off', expectDefaults);

it('reads the settings that it sets', () => {
  process.env.MCP_TIMEOUT = '5s';
  expect(mcpConfig().timeoutMs).toBe(5_000);
});
