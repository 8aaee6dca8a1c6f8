import { COMMIT, VERSION } from '@app/common';
import { Check, ok, type Finding } from '../check';

/** Reports the running build. */
export class VersionCheck extends Check {
  readonly name = 'version';

  async run(): Promise<Finding> {
    return ok(`${VERSION} (${COMMIT}), Node.js ${process.versions.node}`);
  }
}
