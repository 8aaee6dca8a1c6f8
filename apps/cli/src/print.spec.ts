import { print } from './print';

describe('print', () => {
  const rows = [
    { id: '1', name: 'A long name', grants: ['transcribe', 'anonymize'], at: new Date(0), error: null },
    { id: '22', name: 'B', grants: [], at: new Date(0), error: null },
  ];
  let lines: unknown[];

  beforeEach(() => {
    lines = [];
    jest.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  });
  afterEach(() => jest.restoreAllMocks());

  it('prints one row as lines', () => {
    print(rows[0]!, {});
    expect(lines).toEqual([
      'id: 1',
      'name: A long name',
      'grants: transcribe,anonymize',
      'at: 1970-01-01T00:00:00.000Z',
      'error: -',
    ]);
  });

  it('prints a list as a table', () => {
    print(rows, {});
    expect(lines).toEqual([
      'id  name         grants                at                        error',
      '1   A long name  transcribe,anonymize  1970-01-01T00:00:00.000Z  -',
      '22  B            -                     1970-01-01T00:00:00.000Z  -',
    ]);
  });

  it('states that a list is empty', () => {
    print([], {});
    expect(lines).toEqual(['none']);
  });

  it.each([[rows], [rows[1]!], [[]]])('prints one JSON document with --json', (result) => {
    print(result, { json: true });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(String(lines[0]))).toEqual(JSON.parse(JSON.stringify(result)));
  });
});
