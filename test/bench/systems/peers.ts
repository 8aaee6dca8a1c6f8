import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Labelled } from '../score';
import { spansOfRedacted } from './redacted';
import type { System } from './system';

const FOLDER = join(__dirname, '../peers');

interface CompromiseView {
  json(options: { offset: true }): { offset: { start: number; length: number } }[];
}
type Compromise = (text: string) => Record<'people' | 'emails' | 'phoneNumbers', () => CompromiseView>;

interface WinkCollection {
  out(as: unknown): unknown[];
}
type Wink = {
  readDoc(text: string): { entities(): WinkCollection; tokens(): WinkCollection };
  its: Record<'value' | 'type' | 'span' | 'precedingSpaces', unknown>;
};

/** Tools that a Node user could use instead. The first run installs them into their own folder. */
export function loadPeers(): System[] {
  if (!existsSync(join(FOLDER, 'node_modules'))) {
    execFileSync('npm', ['install', '--ignore-scripts', '--no-package-lock'], {
      cwd: FOLDER,
      stdio: 'inherit',
    });
  }
  const require = createRequire(join(FOLDER, 'package.json'));
  return [compromise(require('compromise')), wink(require), redactPii(require('redact-pii'))];
}

const system = (name: string, find: (text: string) => Labelled[]): System => ({
  name,
  find: async (texts) => texts.map(find),
  close: async () => {},
});

function compromise(nlp: Compromise): System {
  return system('compromise', (text) => {
    const doc = nlp(text);
    const spans = (view: CompromiseView, label: Labelled['label']): Labelled[] =>
      view
        .json({ offset: true })
        .map(({ offset: { start, length } }) => ({ start, end: start + length, label }));
    return [
      ...spans(doc.people(), 'PERSON'),
      ...spans(doc.emails(), 'EMAIL'),
      ...spans(doc.phoneNumbers(), 'PHONE'),
    ];
  });
}

/** Its English model finds addresses, but no persons and no phone numbers. */
function wink(require: NodeJS.Require): System {
  const nlp = (require('wink-nlp') as (model: unknown) => Wink)(require('wink-eng-lite-web-model'));
  return system('wink-nlp', (text) => {
    const doc = nlp.readDoc(text);
    const [types, values] = [
      doc.entities().out(nlp.its.type),
      doc.entities().out(nlp.its.value),
    ] as string[][];
    let from = 0;
    return (types ?? []).flatMap((type, i): Labelled[] => {
      const value = values?.[i] ?? '';
      const start = text.indexOf(value, from);
      if (start === -1) return [];
      from = start + value.length;
      return type === 'EMAIL' ? [{ start, end: from, label: 'EMAIL' }] : [];
    });
  });
}

function redactPii({ SyncRedactor }: { SyncRedactor: new () => { redact(text: string): string } }): System {
  const redactor = new SyncRedactor();
  return system('redact-pii', (text) => spansOfRedacted(text, redactor.redact(text)));
}
