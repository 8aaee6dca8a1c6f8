import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { httpConfig, llmConfig } from '@app/config';
import { LlmModule } from '@app/llm';
import { OpenAiGatewayModule } from '@app/openai-gateway';
import { OpenAiController } from './openai.controller';
import { StreamChunks } from './stream-chunks';

@Module({
  imports: [
    ConfigModule.forFeature(httpConfig),
    ConfigModule.forFeature(llmConfig),
    LlmModule,
    OpenAiGatewayModule,
  ],
  controllers: [OpenAiController],
  providers: [StreamChunks],
})
export class OpenAiApiModule {}
