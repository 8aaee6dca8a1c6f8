import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { httpConfig, llmConfig } from '@app/config';
import { DoorModule } from '@app/door';
import { LlmModule } from '@app/llm';
import { OpenAiController } from './openai.controller';
import { StreamChunks } from './stream-chunks';

@Module({
  imports: [ConfigModule.forFeature(httpConfig), ConfigModule.forFeature(llmConfig), LlmModule, DoorModule],
  controllers: [OpenAiController],
  providers: [StreamChunks],
})
export class OpenAiApiModule {}
