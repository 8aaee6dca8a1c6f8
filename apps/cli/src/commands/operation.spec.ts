import { runCommand } from '../../testing/run-command';

const mockKeys = { mainKeys: jest.fn(), rotateKeys: jest.fn() };
jest.mock('../work/keys', () => mockKeys);
const mockFiles = { anonymizeFolder: jest.fn() };
jest.mock('../work/files', () => mockFiles);
const mockBackup = { rotateBackups: jest.fn(), drillRestore: jest.fn(), restoreBackup: jest.fn() };
jest.mock('../work/backup', () => mockBackup);
const mockModels = { verifyModels: jest.fn(), importModel: jest.fn() };
jest.mock('../work/models', () => mockModels);
const mockOperation = { beginMaintenance: jest.fn(), setLogLevel: jest.fn() };
jest.mock('../work/operation', () => mockOperation);
const mockCases = { restoreText: jest.fn() };
jest.mock('../work/cases', () => mockCases);
const mockDoctor = { examineSystem: jest.fn() };
jest.mock('../work/doctor', () => mockDoctor);

beforeEach(() => jest.clearAllMocks());

describe('keys rotate', () => {
  const rotate = (left: number, olds: string[]) => {
    mockKeys.rotateKeys.mockResolvedValue({ rotation: { key: 'new', rewrapped: 5, left }, olds });
    return runCommand(['keys', 'rotate']);
  };
  afterEach(() => process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM'));

  it.each([
    [[], 'Every data key is wrapped by new.'],
    [
      ['old'],
      'No data key uses old any more. When every api and worker runs with new first, it can be removed.',
    ],
    [['a', 'b'], 'No data key uses a, b any more. When every api and worker runs with new first, they can'],
  ])('says which of the old keys %j can be removed', async (olds, advice) => {
    const { out, exitCode } = await rotate(0, olds);
    expect(out).toContain(advice);
    expect(exitCode).toBe(0);
  });

  it('fails if it was stopped, and names no key as removable', async () => {
    const { out, failure } = await rotate(3, ['old']);
    expect(failure).toBe('stopped before the end; run it again to continue');
    expect(out).toContain('removable: -');
    expect(out).toContain('Keep all keys in ENCRYPTION_KEYS');
  });
});

describe('files anonymize', () => {
  const args = ['files', 'anonymize', 'in', 'out', '--user', 'anna@firma.de'];

  it('exits with 1 if a file was refused', async () => {
    mockFiles.anonymizeFolder.mockResolvedValueOnce({ done: 2, refused: 0 });
    expect((await runCommand(args)).exitCode).toBe(0);
    mockFiles.anonymizeFolder.mockResolvedValueOnce({ done: 1, refused: 1 });
    expect(await runCommand(args)).toMatchObject({ exitCode: 1, out: 'done: 1\nrefused: 1\n' });
  });

  it('loses no part of a file unless it is named', async () => {
    mockFiles.anonymizeFolder.mockResolvedValue({ done: 0, refused: 0 });
    await runCommand(args);
    expect(mockFiles.anonymizeFolder.mock.lastCall?.[0]).toMatchObject({ from: 'in', to: 'out', drop: [] });
    expect(mockFiles.anonymizeFolder.mock.lastCall?.[0]).not.toHaveProperty('caseId');
    await runCommand([...args, '--case', 'nordwerk', '--drop', 'macros', 'signatures']);
    expect(mockFiles.anonymizeFolder.mock.lastCall?.[0]).toMatchObject({
      userName: 'anna@firma.de',
      caseId: 'nordwerk',
      drop: ['macros', 'signatures'],
    });
    expect((await runCommand([...args, '--drop', 'pages'])).failure).toContain('Allowed choices');
  });
});

describe('backup', () => {
  const KEYS = ['backup', 'rotate', '--into', 'b', '--keys-into', 'k'];

  it('rotate keeps backups for 30 days and their keys for 14, and waits only if that is requested', async () => {
    mockBackup.rotateBackups.mockResolvedValue({ rows: 1 });
    await runCommand(KEYS);
    const rotation = { folder: 'b', keysFolder: 'k', keepDays: 30, keepKeysDays: 14 };
    expect(mockBackup.rotateBackups).toHaveBeenLastCalledWith(rotation, undefined);
    await runCommand([...KEYS, '--keep-days', '7', '--every-hours', '24']);
    expect(mockBackup.rotateBackups).toHaveBeenLastCalledWith({ ...rotation, keepDays: 7 }, 24);
    expect((await runCommand([...KEYS, '--keep-keys-days', '0'])).failure).toContain('a number of days');
  });

  it.each([
    ['the tombstones of the settings', [], true],
    ['those of a folder', ['--tombstones', 't'], 't'],
    ['none', ['--no-tombstones'], false],
  ])('restore applies %s', async (_, options, tombstones) => {
    mockBackup.restoreBackup.mockResolvedValue({ rows: 5, erased: { chats: 2 } });
    const { out } = await runCommand(['backup', 'restore', 'b', ...options]);
    expect(mockBackup.restoreBackup.mock.lastCall?.[1]).toBe(tombstones);
    expect(out).toBe('rows: 5\nerased_chats: 2\n');
  });

  it('drill reports without erased rows if nothing is known of them', async () => {
    mockBackup.drillRestore.mockResolvedValue({ rows: 5, erased: undefined });
    expect((await runCommand(['backup', 'drill', 'b'])).out).toBe('rows: 5\n');
  });
});

describe('models', () => {
  it('verify fails with the names of damaged models', async () => {
    const whole = { name: 'small', state: 'whole' };
    mockModels.verifyModels.mockResolvedValueOnce([whole]);
    expect(await runCommand(['models', 'verify'])).toMatchObject({ exitCode: 0 });
    mockModels.verifyModels.mockResolvedValueOnce([whole, { name: 'large', state: 'changed' }]);
    expect((await runCommand(['models', 'verify'])).failure).toBe('damaged: large');
  });

  it('import has all languages unless some are named', async () => {
    mockModels.importModel.mockResolvedValue({ engine: 'whisper', languages: ['en', 'de'] });
    const args = ['models', 'import', 'own', '--encoder', 'e', '--decoder', 'd', '--tokens', 't'];
    const files = { encoder: 'e', decoder: 'd', tokens: 't' };
    await runCommand(args);
    expect(mockModels.importModel).toHaveBeenLastCalledWith('own', files, undefined);
    await runCommand([...args, '--languages', 'en, de']);
    expect(mockModels.importModel).toHaveBeenLastCalledWith('own', files, ['en', 'de']);
  });
});

describe('restore', () => {
  it('writes the text exactly, so that it can be piped on', async () => {
    mockCases.restoreText.mockResolvedValue({ texts: ['Dear Anna'], restored: 1 });
    const args = ['restore', '--user', 'anna@firma.de', '--case', 'nordwerk'];
    expect((await runCommand(args, 'Dear [NAME_1]')).out).toBe('Dear Anna');
    expect(mockCases.restoreText).toHaveBeenLastCalledWith('anna@firma.de', 'nordwerk', 'Dear [NAME_1]');
    const { out } = await runCommand([...args, '--json'], 'x');
    expect(JSON.parse(out)).toEqual({ text: 'Dear Anna', restored: 1 });
  });
});

describe('maintenance and log-level', () => {
  it('begins at once, or waits until no job runs', async () => {
    mockOperation.beginMaintenance.mockResolvedValue({ maintenance: 'on', running_jobs: 0 });
    await runCommand(['maintenance', 'on']);
    expect(mockOperation.beginMaintenance).toHaveBeenLastCalledWith(false);
    await runCommand(['maintenance', 'on', '--wait']);
    expect(mockOperation.beginMaintenance).toHaveBeenLastCalledWith(true);
  });

  it('sets a level for an hour unless another time is given, at most a week', async () => {
    mockOperation.setLogLevel.mockResolvedValue({ log_level: 'debug', until: null });
    await runCommand(['log-level', 'set', 'debug']);
    expect(mockOperation.setLogLevel).toHaveBeenLastCalledWith('debug', 60);
    const { failure } = await runCommand(['log-level', 'set', 'debug', '--minutes', '10081']);
    expect(failure).toContain('at most 10080');
    expect((await runCommand(['log-level', 'set', 'loud'])).failure).toContain('Allowed choices');
  });
});

describe('doctor', () => {
  const passed = { check: 'redis', outcome: 'passed', found: 'answers' };

  it('prints each check when it is done, or one document at the end', async () => {
    mockDoctor.examineSystem.mockImplementation(async (_: unknown, show: (report: object) => void) => {
      show(passed);
      return [passed];
    });
    expect((await runCommand(['doctor'])).out).toBe('passed   redis:       answers\n');
    const { out } = await runCommand(['doctor', '--json', '--bundle', 'b.zip']);
    expect(JSON.parse(out)).toEqual({ healthy: true, checks: [passed] });
    expect(mockDoctor.examineSystem.mock.lastCall?.[2]).toBe('b.zip');
  });

  it('exits with 1 if a check failed, with what to do', async () => {
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const failed = { check: 'keys', outcome: 'failed', found: 'no main key', todo: 'Set ENCRYPTION_KEYS' };
    mockDoctor.examineSystem.mockImplementation(async (_: unknown, show: (report: object) => void) => {
      show(failed);
      return [passed, failed];
    });
    expect((await runCommand(['doctor'])).out).toContain('no main key. Set ENCRYPTION_KEYS\n');
    expect(exit).toHaveBeenCalledWith(1);
    exit.mockRestore();
  });
});
