import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { CasesModule } from '@app/cases';
import { llmConfig } from '@app/config';
import { DataKeysModule } from '@app/data-keys';
import { HidingModule } from '@app/hiding';
import { ImagesModule } from '@app/images';
import { PrivateModelModule } from '@app/private-model';
import { CompleteChat } from './complete-chat';
import { CreateEmbeddings } from './embeddings/create-embeddings';
import { PseudonymKeysStore } from './embeddings/pseudonym-keys.store';
import { HideBody } from './hide-body';
import { GenerateContent } from './gemini/generate-content';
import { DrawImage } from './images/draw-image';
import { RelayCall } from './relay-call';
import { CreateMessage } from './messages/create-message';
import { CreateResponse } from './responses/create-response';

@Module({
  imports: [
    ConfigModule.forFeature(llmConfig),
    CasesModule,
    DataKeysModule,
    HidingModule,
    ImagesModule,
    PrivateModelModule,
  ],
  providers: [
    HideBody,
    CompleteChat,
    CreateEmbeddings,
    CreateMessage,
    CreateResponse,
    DrawImage,
    GenerateContent,
    PseudonymKeysStore,
    RelayCall,
  ],
  exports: [CompleteChat, CreateEmbeddings, CreateMessage, CreateResponse, DrawImage, GenerateContent],
})
export class OpenAiGatewayModule {}
