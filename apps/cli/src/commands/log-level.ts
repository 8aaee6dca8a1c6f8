import { Argument, Command } from 'commander';
import { LOG_LEVELS, type LogLevel } from '@app/common';
import { print } from '../print';
import { leaf, wholeNumber } from './subcommands';

interface Options {
  json?: boolean;
}

const work = () => import('../work/operation.ts');

/** `log-level set|reset|show` */
export function logLevelCommand(): Command {
  const logLevel = new Command('log-level').description(
    'change the level of the log while api and worker run',
  );

  leaf(logLevel, 'set', 'set the level of all processes; they follow within 5 s')
    .addArgument(new Argument('<level>').choices(LOG_LEVELS))
    .option(
      '--minutes <NUMBER>',
      'the minutes until LOG_LEVEL counts again',
      wholeNumber(1, 10_080, 'expected a number of minutes, at most 10080'),
      60,
    )
    .action(async (level: LogLevel, { minutes, json }: Options & { minutes: number }) =>
      print(await (await work()).setLogLevel(level, minutes), { json }),
    );

  leaf(logLevel, 'reset', 'return to LOG_LEVEL').action(async ({ json }: Options) =>
    print(await (await work()).resetLogLevel(), { json }),
  );

  leaf(logLevel, 'show', 'show the level that was set').action(async ({ json }: Options) =>
    print(await (await work()).showLogLevel(), { json }),
  );

  return logLevel;
}
