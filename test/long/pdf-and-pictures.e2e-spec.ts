import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { partsOf } from '../../libs/file-formats/testing/office-fixtures';
import {
  editFixtures,
  OFFICE_PICTURES,
  PDF_AND_PICTURES,
  writtenForms,
  type Outcome,
} from '../support/files/edit-fixtures';

/**
 * Every fixture of PDF and of pictures, judged by other programs. Needs the Debian packages poppler-utils, qpdf,
 * libimage-exiftool-perl, tesseract-ocr and tesseract-ocr-deu.
 */
const NAMES = Object.keys(PDF_AND_PICTURES).filter(
  (name) => !['encrypted', 'pictures_unreadable'].includes(PDF_AND_PICTURES[name]!.refusedFor ?? ''),
);
const PDFS = NAMES.filter((name) => name.endsWith('.pdf'));
const PICTURES = NAMES.filter((name) => !name.endsWith('.pdf'));
const MOST = 256 * 1024 ** 2;

const run = (program: string, ...args: string[]): Buffer =>
  execFileSync(program, args, { maxBuffer: MOST, stdio: ['ignore', 'pipe', 'ignore'] });
const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}\p{Cc}\p{Pd}]/gu, '');

describe('every picture in an Office file that is written again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'privacy-chat-files-'));
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    const names = Object.keys(OFFICE_PICTURES);
    const all = await editFixtures(names.map((name) => ({ name, ocr: true })));
    for (const [i, name] of names.entries()) outcomes.set(name, all[i]!);
  }, 1_800_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(Object.entries(OFFICE_PICTURES))('%s has no value for other programs', (name, { values }) => {
    const pictures = [...partsOf(outcomes.get(name)!.content)].filter(([part]) =>
      /\.(jpe?g|png)$/.test(part),
    );
    expect(pictures.length).toBeGreaterThan(0);
    for (const [part, bytes] of pictures) {
      const file = join(folder, basename(part));
      writeFileSync(file, bytes);
      const read = run('tesseract', file, '-', '-l', 'deu+eng', '--psm', '3').toString();
      const seen = squeezed(read + run('exiftool', '-a', '-u', '-ee', file).toString());
      expect(values.filter((value) => seen.includes(squeezed(value)))).toEqual([]);
    }
  });
});

describe('every PDF and picture that is written again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'privacy-chat-files-'));
  const outcomes = new Map<string, Outcome>();
  const fileOf = (name: string): string => join(folder, basename(name));
  const valuesIn = (name: string, text: string): string[] =>
    PDF_AND_PICTURES[name]!.values.filter((value) => squeezed(text).includes(squeezed(value)));

  beforeAll(async () => {
    const orders = NAMES.map((name) => {
      const { drop, ocr } = PDF_AND_PICTURES[name]!;
      return { name, drop: drop ?? [], ocr: ocr ?? !name.startsWith('pdf/') };
    });
    for (const [i, outcome] of (await editFixtures(orders)).entries()) {
      outcomes.set(NAMES[i]!, outcome);
      writeFileSync(fileOf(NAMES[i]!), outcome.content);
    }
  }, 1_800_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(NAMES)('%s is written, and its own check finds no value', (name) => {
    const { refused, left } = outcomes.get(name)!;
    expect({ refused, left }).toEqual({ refused: undefined, left: [] });
  });

  it.each(PDFS)('%s has no value for poppler', (name) => {
    for (const order of [[], ['-raw'], ['-layout']])
      expect(valuesIn(name, run('pdftotext', ...order, fileOf(name), '-').toString())).toEqual([]);
    expect(valuesIn(name, run('pdfinfo', fileOf(name)).toString())).toEqual([]);
    expect(run('pdfdetach', '-list', fileOf(name)).toString()).toContain('0 embedded files');
  });

  it.each(PDFS)('%s is a valid file for qpdf, without values in any object', (name) => {
    run('qpdf', '--check', fileOf(name));
    const objects = run('qpdf', '--qdf', '--object-streams=disable', fileOf(name), '-').toString('latin1');
    for (const value of PDF_AND_PICTURES[name]!.values)
      expect(writtenForms(value).filter((form) => objects.includes(form))).toEqual([]);
  });

  it.each(NAMES)('%s has no value in its metadata for exiftool', (name) => {
    expect(valuesIn(name, run('exiftool', '-a', '-u', '-ee', fileOf(name)).toString())).toEqual([]);
  });

  it.each(PICTURES)('%s has no value for another OCR program', (name) => {
    for (const mode of ['3', '6'])
      expect(
        valuesIn(name, run('tesseract', fileOf(name), '-', '-l', 'deu+eng', '--psm', mode).toString()),
      ).toEqual([]);
  });

  it.each(PDFS)('%s shows no value to another OCR program', (name) => {
    run('pdftoppm', '-r', '200', '-png', '-singlefile', fileOf(name), fileOf(name));
    const read = run('tesseract', `${fileOf(name)}.png`, '-', '-l', 'deu+eng', '--psm', '3').toString();
    expect(valuesIn(name, read)).toEqual([]);
  });
});
