/**
 * The table of kinds: `npm run bench:kinds -- CORPORA [--set NAME] [--kind KIND] [--misses]`.
 *
 * What the recognizers find, by kind and language, on sets that mark it completely. Recall: the share of marked values
 * whose letters and digits are covered by findings of the kind; precision: the share of findings that touch a marked
 * value of the kind. `--misses` prints what was missed (-) and what was found beside it (+).
 */
import { guessLanguage, parseLanguage } from '../../libs/anonymization/src/language';
import { NameLexicon } from '../../libs/anonymization/src/lexicon/word-lists';
import { createRecognizers } from '../../libs/anonymization/src/detection/recognizers/create-recognizers';
import type { EntityType } from '../../libs/anonymization/src/entity-type';
import { resolveFindings } from '../../libs/anonymization/src/spans/unite-spans';
import { readCorpus } from './corpora';
import { isEssential, isMarkedFor, LABELS_OF, NEIGHBOURS_OF, type MarkedSpan } from './kind-labels';

const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
const SETS = LANGUAGES.map((code) => `authored.${code}.dev`);
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
};

interface Row {
  text: string;
  spans: MarkedSpan[];
  ignore?: { start: number; end: number }[];
}

interface Count {
  marked: number;
  hidden: number;
  found: number;
  right: number;
}

function main(): void {
  const recognizers = createRecognizers(NameLexicon.load());
  const sets = option('set')?.split(',') ?? SETS;
  const kinds = (option('kind')?.split(',') ?? Object.keys(LABELS_OF)) as EntityType[];
  console.log('| kind | set | marked | recall | found | precision |');
  console.log('|---|---|---:|---:|---:|---:|');
  const counts = new Map<string, Count>();
  for (const set of sets) {
    const lang = set.split('.')[1] ?? 'en';
    for (const row of readCorpus(set) as unknown as Row[]) {
      const language = lang === 'de' || lang === 'en' ? parseLanguage(lang) : guessLanguage(row.text);
      const found = resolveFindings(
        row.text,
        recognizers
          .filter(({ finds }) => finds.some((kind) => kinds.includes(kind)))
          .flatMap((recognizer) => recognizer.find(row.text, language)),
      );
      for (const kind of kinds) {
        const key = `${kind} | ${set}`;
        const count = counts.get(key) ?? { marked: 0, hidden: 0, found: 0, right: 0 };
        counts.set(key, count);
        measure(row, found, kind, count);
      }
    }
  }
  for (const [key, { marked, hidden, found, right }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (marked + found > 0)
      console.log(`| ${key} | ${marked} | ${share(hidden, marked)} | ${found} | ${share(right, found)} |`);
}

function measure(
  { text, spans, ignore = [] }: Row,
  findings: readonly { start: number; end: number; type: EntityType }[],
  kind: EntityType,
  count: Count,
): void {
  const own = findings.filter(({ type }) => type === kind);
  const wanted = spans.filter((span) => isMarkedFor(kind, span, text));
  const allowed = [...spans.filter(({ label }) => NEIGHBOURS_OF[kind]?.includes(label)), ...ignore];
  for (const { start, end } of wanted) {
    count.marked += 1;
    const counts = isEssential(kind, text.slice(start, end));
    const open = Array.from({ length: end - start }, (_, at) => at).some(
      (at) => counts(at) && !findings.some((span) => isPart(span, start + at) && isKin(kind, span.type)),
    );
    if (!open) count.hidden += 1;
    else if (process.argv.includes('--misses')) console.log(`- ${kind}: ${show(text, start, end)}`);
  }
  for (const { start, end } of own) {
    const touches = (span: { start: number; end: number }): boolean => span.start < end && start < span.end;
    if (wanted.some(touches)) {
      count.found += 1;
      count.right += 1;
    } else if (!allowed.some(touches)) {
      count.found += 1;
      if (process.argv.includes('--misses')) console.log(`+ ${kind}: ${show(text, start, end)}`);
    }
  }
}

/** What hides a date hides it, of a birth or not. */
const isKin = (kind: EntityType, type: EntityType): boolean =>
  type === kind || (kind === 'Dates' && type === 'Birthdates');
const isPart = ({ start, end }: { start: number; end: number }, at: number): boolean =>
  start <= at && at < end;
const show = (text: string, start: number, end: number): string =>
  `${text.slice(Math.max(0, start - 30), start)}[[${text.slice(start, end)}]]${text.slice(end, end + 20)}`.replaceAll(
    '\n',
    '⏎',
  );
const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3));

main();
