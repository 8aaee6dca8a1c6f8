import { CommanderError } from 'commander';
import { runProgram } from '@app/common';
import { createProgram } from './program';

void runProgram(async () => {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return; // Help or version was asked for.
    throw error;
  }
});
