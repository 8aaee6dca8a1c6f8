import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { imagesConfig, llmConfig, webhooksConfig, type ImagesConfig, type WebhooksConfig } from '@app/config';
import { HidingModule } from '@app/hiding';
import { Metrics } from '@app/observability';
import { PrivateModelModule } from '@app/private-model';
import { ChatsModule } from '@app/sessions';
import { AddressRules, DnsResolver, PinnedClient } from '@app/ssrf-guard';
import { StorageModule } from '@app/storage';
import { FetchImage } from './fetch-image';
import { GenerateImage } from './generate-image';
import { ImageFiles } from './image-files';
import { ImageGenerator, NoImageGenerator } from './image-generator';
import { ImageLinks } from './image-links';
import { OpenAiImageGenerator } from './openai-image-generator';
import { ReadImage } from './read-image';

@Module({
  imports: [
    ConfigModule.forFeature(imagesConfig),
    ConfigModule.forFeature(webhooksConfig),
    ConfigModule.forFeature(llmConfig),
    ChatsModule,
    HidingModule,
    PrivateModelModule,
    StorageModule,
  ],
  providers: [
    {
      provide: ImageGenerator,
      inject: [imagesConfig.KEY, webhooksConfig.KEY, Metrics],
      useFactory: (
        { baseUrl, allowedNetworks, ...server }: ImagesConfig,
        { ca }: WebhooksConfig,
        metrics: Metrics,
      ): ImageGenerator => {
        if (!baseUrl) return new NoImageGenerator();
        const onOutcome = metrics.requestsTo('image');
        return new OpenAiImageGenerator(
          { baseUrl, onOutcome, ...server },
          fetchImage(baseUrl, allowedNetworks, ca),
        );
      },
    },
    ImageFiles,
    ImageLinks,
    GenerateImage,
    ReadImage,
  ],
  exports: [GenerateImage, ImageGenerator, ReadImage, ImageLinks],
})
export class ImagesModule {}

/**
 * Does not use the allowed networks of webhooks: users choose webhook receivers, the provider chooses these addresses.
 */
const fetchImage = (
  baseUrl: string,
  allowedNetworks: readonly string[],
  ca: string | undefined,
): FetchImage =>
  new FetchImage(
    new URL(baseUrl).origin,
    new AddressRules(allowedNetworks),
    new DnsResolver(),
    new PinnedClient(ca),
  );
