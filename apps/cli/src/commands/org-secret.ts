import { Argument, Command } from 'commander';
import { FindOrganization } from '@app/auth';
import { webhooksConfig } from '@app/config';
import { SigningSecrets } from '@app/webhooks';
import { JobsCliModule } from '../jobs-cli.module';
import { print } from '../print';
import { runWith } from '../run-with';
import { leaf } from './leaf';

/** `org secret ORG show|rotate` */
export function addOrgSecret(org: Command): void {
  leaf(
    org,
    'secret <ORG>',
    "an organization's webhook signing secret; after a rotation both sign for a while",
  )
    .addArgument(new Argument('<action>').choices(['show', 'rotate']))
    .option('--now', 'with rotate: the previous secret signs no longer')
    .action(async (name: string, action: 'show' | 'rotate', options: { json?: boolean; now?: boolean }) => {
      const secrets = await runWith(JobsCliModule, async (app) => {
        const { id } = await app.get(FindOrganization).execute(name);
        const signing = app.get(SigningSecrets);
        if (action === 'show') return signing.show(id);
        return signing.rotate(id, options.now ? 0 : webhooksConfig().secretOverlapMs);
      });
      print(secrets, options);
    });
}
