import { tmpdir } from 'node:os';

it('leaves its changes', () => {
  process.env.LOG_LEVEL = 'of another suite';
  process.env = { MCP_SERVERS: 'of another suite' };
  process.chdir(tmpdir());
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
