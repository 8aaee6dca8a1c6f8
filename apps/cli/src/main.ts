import { CommanderError } from 'commander';
import { runProgram } from '@app/common';
import { createProgram } from './program';

void runProgram(async () => {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return; // The user asked for help or the version.
    throw error;
  }
});
