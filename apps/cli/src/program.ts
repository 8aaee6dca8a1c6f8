import { Command } from 'commander';
import { COMMIT, VERSION } from '@app/common';
import { apiKeyCommand } from './commands/api-key';
import { auditCommand } from './commands/audit';
import { backupCommand } from './commands/backup';
import { budgetCommand } from './commands/budget';
import { caseCommand } from './commands/case';
import { doctorCommand } from './commands/doctor';
import { evaluateCommand } from './commands/evaluate';
import { filesCommand } from './commands/files';
import { groupCommand } from './commands/group';
import { jobCommand } from './commands/job';
import { keysCommand } from './commands/keys';
import { logLevelCommand } from './commands/log-level';
import { maintenanceCommand } from './commands/maintenance';
import { modelsCommand } from './commands/models';
import { orgCommand } from './commands/org';
import { policyCommand } from './commands/policy';
import { restoreCommand } from './commands/restore';
import { userCommand } from './commands/user';
import { webhookCommand } from './commands/webhook';

/**
 * Creates the operator's commands (contract: Running it). Each noun is one file under `commands/` and one line here. A
 * command's code is loaded from `work/` when it runs, so that help and errors appear without delay.
 */
export function createProgram(): Command {
  const program = new Command('cli')
    .version(`${VERSION} (${COMMIT})`, '--version', 'print the version and its commit')
    .description("The operator's commands of privacy-chat. Each has --help, and --json for scripts.")
    .addCommand(orgCommand())
    .addCommand(userCommand())
    .addCommand(groupCommand())
    .addCommand(apiKeyCommand())
    .addCommand(budgetCommand())
    .addCommand(caseCommand())
    .addCommand(restoreCommand())
    .addCommand(filesCommand())
    .addCommand(jobCommand())
    .addCommand(webhookCommand())
    .addCommand(keysCommand())
    .addCommand(policyCommand())
    .addCommand(evaluateCommand())
    .addCommand(auditCommand())
    .addCommand(backupCommand())
    .addCommand(modelsCommand())
    .addCommand(maintenanceCommand())
    .addCommand(logLevelCommand())
    .addCommand(doctorCommand());
  for (const command of withSubcommands(program)) strict(command);
  return program;
}

/** Errors are thrown for main to print on one line. Commander would add help and suggestions. */
function strict(command: Command): void {
  command
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ writeErr: () => undefined });
  if (command.commands.length === 0) return;
  const names = command.commands.map((subcommand) => subcommand.name()).join(', ');
  command.action(() => command.error(unknownCommand(command, names)));
  command.allowExcessArguments();
}

const unknownCommand = (command: Command, names: string): string =>
  `error: ${command.args.length > 0 ? 'unknown' : 'missing'} command after ${command.name()}; expected one of ${names}`;

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap((subcommand) => withSubcommands(subcommand)),
];
