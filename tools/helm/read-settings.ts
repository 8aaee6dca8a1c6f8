/**
 * Reads every namespace of settings from the environment, like the programs at their start. Ends with one line that
 * names a wrong or missing setting.
 */
import * as config from '@app/config';
import { runProgram } from '@app/common';

void runProgram(async () => {
  for (const [name, read] of Object.entries(config)) if (name.endsWith('Config')) (read as () => unknown)();
});
