import { Command } from 'commander';
import { print } from '../print';
import { leaf } from './subcommands';

interface Options {
  json?: boolean;
  wait?: boolean;
}

const work = () => import('../work/operation.ts');

/** `maintenance on|off|show` */
export function maintenanceCommand(): Command {
  const maintenance = new Command('maintenance').description(
    'let the service only show and delete data, for example during a migration of its stores',
  );

  leaf(maintenance, 'on', 'begin maintenance; all processes follow within 5 s')
    .option('--wait', 'wait until no job runs')
    .addHelpText(
      'after',
      '\nIn maintenance the api reads, logs in and out, revokes, deactivates, deletes and erases, and refuses other ' +
        'requests with 503 `maintenance`. Workers finish running jobs and start no new ones; accepted jobs wait.',
    )
    .action(async ({ wait = false, json }: Options) =>
      print(await (await work()).beginMaintenance(wait), { json }),
    );

  leaf(maintenance, 'off', 'end maintenance').action(async ({ json }: Options) =>
    print(await (await work()).endMaintenance(), { json }),
  );

  leaf(maintenance, 'show', 'show whether maintenance is on, and how many jobs run').action(
    async ({ json }: Options) => print(await (await work()).showMaintenance(), { json }),
  );

  return maintenance;
}
