import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../testing/run-command';

const mockWork = { showPolicy: jest.fn(), setPolicy: jest.fn(), previewPolicy: jest.fn() };
jest.mock('../work/policy', () => mockWork);
const mockEvaluate = jest.fn();
jest.mock('../work/evaluate', () => ({ evaluate: mockEvaluate }));

const POLICY = { modes: { Names: 'always' } };
const share = (of: number) => ({ of, count: of, share: 0.95, low: 0.888, high: 0.979 });
const NOTHING = { of: 0, count: 0, share: null, low: null, high: null };
const RESULT = {
  texts: 2,
  wholeTexts: share(2),
  outcomes: [{ kind: 'Names', recall: share(20), overMasking: NOTHING }],
};

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-policy-'));
  file = join(folder, 'policy.json');
  await writeFile(file, JSON.stringify(POLICY));
  await writeFile(join(folder, 'broken.json'), '{ Hans Müller');
});
beforeEach(() => {
  jest.clearAllMocks();
  mockWork.showPolicy.mockResolvedValue({ version: 3, createdAt: new Date(0), document: POLICY });
  mockWork.setPolicy.mockResolvedValue(4);
  mockWork.previewPolicy.mockResolvedValue([]);
});
afterAll(() => rm(folder, { recursive: true }));

describe('policy show', () => {
  it('prints the version, and the policy as a file for policy set', async () => {
    const { out } = await runCommand(['policy', 'show', 'Ours']);
    const [version, ...document] = out.split('\n');
    expect(version).toBe('version 3');
    expect(JSON.parse(document.join('\n'))).toEqual(POLICY);
    const { out: json } = await runCommand(['policy', 'show', 'Ours', '--json']);
    expect(JSON.parse(json)).toEqual({ version: 3, created_at: '1970-01-01T00:00:00.000Z', policy: POLICY });
  });
});

describe('policy set', () => {
  it('replaces the named version by a file or by standard input', async () => {
    expect((await runCommand(['policy', 'set', 'Ours', file, '--replaces', '3'])).out).toBe('version: 4\n');
    expect(mockWork.setPolicy).toHaveBeenLastCalledWith('Ours', POLICY, 3);
    await runCommand(['policy', 'set', 'Ours', '-', '--replaces', '0'], '{"modes":{}}');
    expect(mockWork.setPolicy).toHaveBeenLastCalledWith('Ours', { modes: {} }, 0);
  });

  it('needs the version that it replaces', async () => {
    expect((await runCommand(['policy', 'set', 'Ours', file])).failure).toContain('--replaces');
    const { failure } = await runCommand(['policy', 'set', 'Ours', file, '--replaces', 'latest']);
    expect(failure).toContain('expected the number of a version');
  });

  it.each([
    ['missing.json', 'The file with the policy cannot be read'],
    ['broken.json', 'The file with the policy is not valid JSON'],
  ])('refuses %s without quoting it', async (name, message) => {
    const { failure } = await runCommand(['policy', 'set', 'Ours', join(folder, name), '--replaces', '1']);
    expect(failure).toBe(message);
    expect(mockWork.setPolicy).not.toHaveBeenCalled();
  });
});

describe('policy preview', () => {
  it('reads the text from standard input, in English unless another language is named', async () => {
    await runCommand(['policy', 'preview', file], 'Write to Anna');
    expect(mockWork.previewPolicy).toHaveBeenLastCalledWith({
      policy: POLICY,
      text: 'Write to Anna',
      lang: 'en',
    });
    await runCommand(['policy', 'preview', file, '--lang', 'de'], 'An Anna');
    expect(mockWork.previewPolicy).toHaveBeenLastCalledWith({ policy: POLICY, text: 'An Anna', lang: 'de' });
  });

  it('refuses to read the policy from there as well', async () => {
    expect((await runCommand(['policy', 'preview', '-'], '{}')).failure).toContain('the path of a file');
  });
});

describe('evaluate', () => {
  const texts = (): string => join(folder, 'texts.jsonl');
  const read: string[] = [];

  beforeEach(async () => {
    read.length = 0;
    await writeFile(texts(), 'one\r\ntwo\n');
    mockEvaluate.mockImplementation(async (lines: AsyncIterable<string>, policies: unknown[]) => {
      for await (const line of lines) read.push(line);
      return policies.map(() => RESULT);
    });
  });

  it('shows the share of each kind with its interval, and a dash for a share of nothing', async () => {
    const { out } = await runCommand(['evaluate', texts()]);
    expect(read).toEqual(['one', 'two']);
    expect(out).toMatch(/Names +20 +95\.0 % \(88\.8 to 97\.9\) +0 +-\n/);
    expect(out).toContain('texts: 2, with every value hidden: 95.0 % (88.8 to 97.9) of those with values');
    expect(mockEvaluate.mock.lastCall?.[1]).toEqual([{}]);
  });

  it('compares two policies, the former one first', async () => {
    const before = join(folder, 'before.json');
    await writeFile(before, '{}');
    const { out } = await runCommand(['evaluate', texts(), '--before', before, '--policy', file]);
    expect(mockEvaluate.mock.lastCall?.[1]).toEqual([{}, POLICY]);
    expect(out.indexOf(`before: ${before}`)).toBeLessThan(out.indexOf(`policy: ${file}`));
  });

  it('says that the texts cannot be read, without their path', async () => {
    const { failure } = await runCommand(['evaluate', join(folder, 'Anna Schmidt.jsonl')]);
    expect(failure).toBe('The file with the annotated texts cannot be read');
  });
});
