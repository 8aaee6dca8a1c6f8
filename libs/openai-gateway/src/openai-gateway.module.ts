import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { CasesModule } from '@app/cases';
import { llmConfig } from '@app/config';
import { DataKeysModule } from '@app/data-keys';
import { HidingModule } from '@app/hiding';
import { ImagesModule } from '@app/images';
import { PrivateModelModule } from '@app/private-model';
import { HideLines } from './batches/batch-lines';
import { CreateEmbeddings } from './embeddings/create-embeddings';
import { HideEmbeddings } from './embeddings/hide-embeddings';
import { HideBody } from './hide-body';
import { DrawImage } from './images/draw-image';
import { PrepareImages } from './images/uploaded-images';
import { RelayCall } from './relay-call';

/** Hides bodies, also in programs that serve no gateway. */
@Module({
  imports: [
    ConfigModule.forFeature(llmConfig),
    CasesModule,
    DataKeysModule,
    HidingModule,
    PrivateModelModule,
  ],
  providers: [HideBody, HideEmbeddings, HideLines],
  exports: [HideBody, HideEmbeddings, HideLines],
})
export class HideBodyModule {}

@Module({
  imports: [CasesModule, HideBodyModule, HidingModule, ImagesModule, PrivateModelModule],
  providers: [CreateEmbeddings, DrawImage, PrepareImages, RelayCall],
  exports: [CreateEmbeddings, DrawImage, RelayCall],
})
export class OpenAiGatewayModule {}
