import { Module } from '@nestjs/common';
import { AccountsModule } from '@app/accounts';
import { WebhooksModule } from '@app/webhooks';
import { AnnounceExpiringKeys } from './announce-expiring-keys';

/** The workers' announcements to organizations about their accounts and keys. */
@Module({
  imports: [AccountsModule, WebhooksModule],
  providers: [AnnounceExpiringKeys],
  exports: [AnnounceExpiringKeys],
})
export class AnnouncementsModule {}
