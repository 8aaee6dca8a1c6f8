import type { Command } from 'commander';

/** A command that does something, rather than holding others: with `--json`, as all of them (contract: Running it). */
export const leaf = (parent: Command, nameAndArguments: string, description: string): Command =>
  parent.command(nameAndArguments).description(description).option('--json', 'print one JSON document');
