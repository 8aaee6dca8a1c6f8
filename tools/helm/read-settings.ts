/**
 * Reads every namespace of settings as the programs do at their start, from the environment: ends with one line that
 * names what is wrong or missing.
 */
import * as config from '@app/config';
import { runProgram } from '@app/common';

void runProgram(async () => {
  for (const [name, read] of Object.entries(config)) if (name.endsWith('Config')) (read as () => unknown)();
});
