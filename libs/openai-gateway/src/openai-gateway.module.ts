import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { CasesModule } from '@app/cases';
import { llmConfig } from '@app/config';
import { DataKeysModule } from '@app/data-keys';
import { HidingModule } from '@app/hiding';
import { ImagesModule } from '@app/images';
import { PrivateModelModule } from '@app/private-model';
import { CreateEmbeddings } from './embeddings/create-embeddings';
import { HideBody } from './hide-body';
import { DrawImage } from './images/draw-image';
import { PrepareImages } from './images/uploaded-images';
import { RelayCall } from './relay-call';

/** Hides bodies, also in programs that serve no gateway. */
@Module({
  imports: [CasesModule, HidingModule, PrivateModelModule],
  providers: [HideBody],
  exports: [HideBody],
})
export class HideBodyModule {}

@Module({
  imports: [
    ConfigModule.forFeature(llmConfig),
    CasesModule,
    DataKeysModule,
    HideBodyModule,
    HidingModule,
    ImagesModule,
    PrivateModelModule,
  ],
  providers: [CreateEmbeddings, DrawImage, PrepareImages, RelayCall],
  exports: [CreateEmbeddings, DrawImage, RelayCall],
})
export class OpenAiGatewayModule {}
