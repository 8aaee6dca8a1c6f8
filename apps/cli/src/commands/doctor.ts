import { Command } from 'commander';
import type { CheckReport } from '@app/doctor';
import { print } from '../print';

interface Options {
  webhook?: string;
  json?: boolean;
}

/** `doctor` */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'tries every part of this system, and says what to do about what it finds; 1 where something failed',
    )
    .option('--webhook <ADDRESS>', 'sends a signed webhook there, rather than to this process itself')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nAsks the language model once, with made-up personal data, and shows what it was sent. Nothing of it is kept. Each check may take 10 s.',
    )
    .action(async ({ webhook, json }: Options) => {
      const { examineSystem } = await import('../work/doctor.ts');
      const reports = await examineSystem(webhook, (report) => {
        if (!json) console.log(lineOf(report));
      });
      const healthy = reports.every(({ outcome }) => outcome !== 'failed');
      if (json) print({ healthy, checks: reports }, { json });
      // A check that reached its limit may leave a connection open, which would keep this process.
      if (!healthy) process.exit(1);
    });
}

const lineOf = ({ check, outcome, found, todo }: CheckReport): string =>
  `${outcome.padEnd(8)} ${`${check}:`.padEnd(12)} ${found}${todo ? `. ${todo}` : ''}`;
