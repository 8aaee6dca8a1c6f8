import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { AccountsModule, Organizations } from '@app/accounts';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { CoreModule } from '@app/core';
import { SigningSecrets, verifyWebhook, WebhooksModule, type ShownSecrets } from '@app/webhooks';

const PARTS = [CoreModule.register('operator'), AccountsModule, WebhooksModule];

export const showSecret = (organization: string): Promise<ShownSecrets> =>
  runWith(PARTS, async (app) => {
    const { id } = await app.get(Organizations).find(organization);
    return app.get(SigningSecrets).show(id);
  });

/** @param now whether the previous secret stops signing immediately */
export const rotateSecret = (organization: string, now: boolean): Promise<ShownSecrets> =>
  runWith(PARTS, async (app) => {
    const { id } = await app.get(Organizations).find(organization);
    const { secretOverlapMs } = app.get<WebhooksConfig>(webhooksConfig.KEY);
    return app.get(SigningSecrets).rotate(id, now ? 0 : secretOverlapMs);
  });

/** Returns whether a webhook's signature was made with a secret of any organization. */
export type Verify = (headers: NodeJS.Dict<string | string[]>, body: Buffer) => Promise<boolean>;

export const withVerification = (work: (verify: Verify) => Promise<void>): Promise<void> =>
  runWith(PARTS, (app) =>
    work(async (headers, body) => {
      const known = [...(await app.get(SigningSecrets).all()).values()].flat();
      return verifyWebhook(headers, body, known, new Date());
    }),
  );
