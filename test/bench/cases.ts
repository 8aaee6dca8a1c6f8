/**
 * Measures a case of 100,000 entities: the time to fill it, and then, with it and with an empty case, hiding a text of 2 KiB
 * and restoring one of 10 KiB; the longest hold of the event loop; memory. Detection is not part of it: the spans are given.
 *
 *   npm run bench:cases
 *   npm run bench:cases -- 20000 surrogates
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import {
  anonymize,
  ENTITY_TYPES,
  type AnonymizedText,
  type EntityTable,
  type ReplacementStyle,
  type Span,
} from '@app/anonymization';
import { CasesModule, CaseTables, ManageCases } from '@app/cases';
import { newId } from '@app/common';
import { startContext } from '@app/testing';

const ENTITIES = Number(process.argv[2] ?? 100_000);
const STYLES = (process.argv[3] ?? 'surrogates placeholders').split(' ') as ReplacementStyle[];
const PER_TEXT = 250;
const ROUNDS = 100;
const language = { code: 'de', regions: ['DE'] } as const;

const SYLLABLES = ['ba', 'ken', 'lor', 'mi', 'rus', 'ta', 'vol', 'zan', 'der', 'hof', 'sten', 'berg'];
const syllable = (n: number): string => SYLLABLES[n % SYLLABLES.length]!;
const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const FAMILIES = 12 ** 4;
/** 144 first names: each is shared by hundreds. All persons differ. */
const givenOf = (n: number): string =>
  title(syllable(n + Math.floor(n / FAMILIES)) + syllable(Math.floor(n / 12)) + 'a');
/** 12^4 family names: each is shared by few, as in the files of a company. */
const familyOf = (n: number): string =>
  title(
    syllable(n) +
      syllable(Math.floor(n / 12)) +
      syllable(Math.floor(n / 144)) +
      syllable(Math.floor(n / 1_728)),
  );

/** Returns the n-th value: of five, two are persons, and one each an address, a number and an e-mail address. */
function valueOf(n: number): { type: Span['type']; value: string; canonical?: string } {
  const person = `${givenOf(n)} ${familyOf(n)}`;
  if (n % 5 === 2) {
    const value = `+49 30 ${String(10_000_000 + n)}`;
    return { type: 'Phone', value, canonical: `+4930${10_000_000 + n}` };
  }
  if (n % 5 === 3) {
    const value = `${familyOf(n).toLowerCase()}${n}@firma${n % 500}.de`;
    return { type: 'Emails', value, canonical: value };
  }
  if (n % 5 === 4) {
    const value = `K-${String(n).padStart(7, '0')}`;
    return { type: 'IdNumbers', value, canonical: value };
  }
  return { type: 'Names', value: person };
}

/** Returns a text of these values with words between them, up to a length. */
function textOf(numbers: readonly number[], length = Infinity): { text: string; spans: Span[] } {
  let text = '';
  const spans: Span[] = [];
  for (const n of numbers) {
    const { type, value, canonical } = valueOf(n);
    text += 'Zu dem Vorgang teilen wir auf Anfrage mit, was folgt: ';
    spans.push({
      start: text.length,
      end: text.length + value.length,
      type,
      ...(canonical && { canonical }),
    });
    text += `${value}. Der Betrag ist am Ende des Monats zu zahlen.\n`;
    if (text.length > length) break;
  }
  return { text, spans };
}

const quantile = (times: number[], share: number): string =>
  times.sort((a, b) => a - b)[Math.floor(times.length * share)]!.toFixed(1);

async function main(): Promise<void> {
  const context = await startContext([CasesModule]);
  const tables = context.app.get(CaseTables, { strict: false });
  const owner = { userId: newId(), organizationId: newId() };
  const hide = (caseId: string, { text, spans }: { text: string; spans: Span[] }) => {
    const input = { text, spans, choices: ENTITY_TYPES, language };
    const work = (table: EntityTable): Promise<AnonymizedText[]> => anonymize(table, [input]);
    return tables.hide(owner, { caseId }, [input], work);
  };
  const measure = async (what: string, work: (round: number) => Promise<unknown>): Promise<void> => {
    for (let round = 0; round < 5; round += 1) await work(round);
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      await work(round);
      times.push(performance.now() - started);
    }
    loop.disable();
    const held = (loop.max / 1e6).toFixed(0);
    const { user, system } = process.cpuUsage(before);
    const cpu = ((user + system) / 1000 / ROUNDS).toFixed(1);
    console.log(
      `${what}: p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms; processor time of the process ${cpu} ms; event loop held for ${held} ms at most`,
    );
  };
  for (const style of STYLES) {
    const manage = context.app.get(ManageCases, { strict: false });
    const empty = (await manage.create(owner, { style })).id;
    const full = (await manage.create(owner, { style })).id;
    const started = performance.now();
    for (let from = 0; from < ENTITIES; from += PER_TEXT)
      await hide(full, textOf(Array.from({ length: PER_TEXT }, (_, i) => from + i)));
    const { entities } = await manage.find(owner, full);
    console.log(
      `${style}: ${entities} records stored in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    const some = (round: number, count: number) =>
      Array.from({ length: count }, (_, i) => (round * 977 + i * 7_919) % ENTITIES);
    const letters = Array.from({ length: ROUNDS }, (_, round) => textOf(some(round, 100), 2_048));
    for (const [name, id] of [
      ['an empty case', empty],
      ['the full case', full],
    ] as const) {
      await measure(`  hide 2 KiB in ${name}`, (round) => hide(id, letters[round]!));
      const reports: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        reports.push((await hide(id, textOf(some(round, 100), 10_240))).hidden[0]!.text);
      await measure(`  restore 10 KiB from ${name}`, async (round) => {
        const text = reports[round]!;
        const restorer = await tables.restorer(owner, { caseId: id }, [text]);
        return restorer.restore(text);
      });
    }
    global.gc?.();
    console.log(`  resident memory ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`);
  }
  await context.stop();
}

void main();
