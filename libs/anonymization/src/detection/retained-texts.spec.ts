import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '@app/common';

const PROGRAM = join(packageRoot(), 'libs/anonymization/testing/heap/search-and-snapshot.ts');
const REGISTER = join(packageRoot(), 'tools/typescript/register.cjs');
/** V8 cuts strings in snapshots at 1,024 characters by default. */
const WHOLE_STRINGS = '--heap-snapshot-string-limit=1000000';
/** A compilation in the background holds the context of its function, with the text of a search, until it is done. */
const NO_BACKGROUND_COMPILATION = ['--no-concurrent-recompilation', '--no-concurrent-osr'];
/** Far above the time of the program on a busy machine: seven seconds on an idle one. */
const PROGRAM_MS = 900_000;

/** Words and values that no module contains. */
const PLANTED = [
  'Quastenhöfer',
  'Zwölfgrübler',
  'Brömmelkamp',
  'quastenhoefer.1742@wurzelpost.example',
  '0171 9182736',
  '1719182736',
  'DE89370400440532013000',
  'Schnurrbachstraße',
  'Tröpfelberg Werke',
  'kuerbis_telefon',
  'Grünspanvermerk',
  'Vq9-tausendschoen-77',
  'KD-8841907',
] as const;

const [name, other, listed, email, phone, , iban, street, company, key, note, password, number] = PLANTED;
const TEXTS = [
  `Sehr geehrte Frau ${name},\nmein Kollege Herr ${other} ist unter ${phone} oder ${email} erreichbar. ${note}!\nGrüße\nLena ${listed}`,
  `Die ${company} GmbH, ${street} 12, 80331 München, IBAN ${iban}. Passwort: ${password}\nKundennummer: ${number}`,
  JSON.stringify({ customer: { name: `${name} ${other}`, [key]: phone, note }, [note]: [email, number] }),
  `Name;Vorname;${note};E-Mail\n${name};Lena;${number};${email}\n${other};Jürgen;17;${email}\n`,
  `&lt;b&gt;${name}&lt;/b&gt; caf\\u00e9 ${phone} ${email} `.repeat(600),
];
const RETAINED = 'Wolkenschräubchen 4711';

/** Returns a value as V8 writes it into a snapshot. */
const asWritten = (value: string): string =>
  value.replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

describe('the memory of detection', () => {
  let directory = '';
  const snapshots = new Map<string, Buffer>();

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'heap-'));
    const [texts, retained] = [join(directory, 'texts.json'), join(directory, 'retained.txt')];
    writeFileSync(texts, JSON.stringify(TEXTS));
    writeFileSync(retained, RETAINED);
    const program = [
      WHOLE_STRINGS,
      ...NO_BACKGROUND_COMPILATION,
      '--require',
      REGISTER,
      PROGRAM,
      texts,
      retained,
      directory,
    ];
    await promisify(execFile)(process.execPath, program, { timeout: PROGRAM_MS });
    for (const file of readdirSync(directory).filter((entry) => entry.endsWith('.heapsnapshot')))
      snapshots.set(file, readFileSync(join(directory, file)));
  }, PROGRAM_MS + 1_000);

  afterAll(() => rmSync(directory, { recursive: true }));

  it('shows in a snapshot what a module retains', () => {
    expect([...snapshots.keys()]).toEqual(['main.heapsnapshot', 'thread-0.heapsnapshot']);
    expect(snapshots.get('main.heapsnapshot')?.includes(asWritten(RETAINED))).toBe(true);
  });

  it.each(['main.heapsnapshot', 'thread-0.heapsnapshot'])(
    'contains no part of a searched text after the search, in %s',
    (file) => {
      const snapshot = snapshots.get(file);
      expect(PLANTED.filter((value) => snapshot?.includes(asWritten(value)) !== false)).toEqual([]);
    },
  );
});
