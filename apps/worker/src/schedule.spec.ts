import { Schedule } from './schedule';

const SEAL_INTERVAL_MS = 2_000;
/** Stands for each task. */
const FAILING = new Proxy({}, { get: () => () => Promise.reject(new Error('away')) });

describe('Schedule', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('logs the failure of each task under its own event', async () => {
    const events: string[] = [];
    const slots = { types: [], stop: async () => {} };
    const parts = [
      { sweepIntervalMs: 60_000 },
      [],
      { on: () => {}, off: () => {}, status: 'ready' },
      slots,
      slots,
      { begun: false, signal: new AbortController().signal },
    ];
    const tasks = Array.from({ length: Schedule.length - parts.length - 2 }, () => FAILING);
    // The last part before the log is no task.
    const mode = { onMaintenance: (listener: (isOn: boolean) => void) => listener(false) };
    const log = { upkeep: (event: string) => void events.push(event) };
    const schedule = new Schedule(
      ...([...parts, ...tasks, mode, log] as unknown as ConstructorParameters<typeof Schedule>),
    );
    schedule.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(SEAL_INTERVAL_MS);
    await schedule.beforeApplicationShutdown();
    // The heartbeat also fails when the worker stops.
    const once = events.filter((event) => event !== 'worker.heartbeat');
    expect(once).toEqual([...new Set(once)]);
    expect(events).toEqual(
      expect.arrayContaining(['worker.sweep', 'worker.webhooks', 'worker.seals', 'worker.heartbeat']),
    );
  });
});
