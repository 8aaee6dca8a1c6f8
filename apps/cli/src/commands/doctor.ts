import { Command } from 'commander';
import type { CheckReport } from '@app/doctor';
import { print } from '../print';

interface Options {
  webhook?: string;
  bundle?: string;
  json?: boolean;
}

/** `doctor` */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'test every part of this system and suggest how to fix failures; exits with 1 if a check fails',
    )
    .option('--webhook <ADDRESS>', 'send a signed webhook to this address instead of to this process')
    .option(
      '--bundle <FILE>',
      'also write what support needs to know to a new file: versions, settings without secrets and addresses, checks, failed jobs, metrics',
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nCalls the language model once with invented personal data and shows what it was sent. Nothing ' +
        'of it is stored. Each check may take 10 s.',
    )
    .action(async ({ webhook, bundle, json }: Options) => {
      const { examineSystem } = await import('../work/doctor.ts');
      const show = (report: CheckReport): void => {
        if (!json) console.log(lineOf(report));
      };
      const reports = await examineSystem(webhook, show, bundle);
      const healthy = reports.every(({ outcome }) => outcome !== 'failed');
      if (json) print({ healthy, checks: reports }, { json });
      // A check that timed out may leave a connection open, which would keep this process running.
      if (!healthy) process.exit(1);
    });
}

const lineOf = ({ check, outcome, found, todo }: CheckReport): string =>
  `${outcome.padEnd(8)} ${`${check}:`.padEnd(12)} ${found}${todo ? `. ${todo}` : ''}`;
