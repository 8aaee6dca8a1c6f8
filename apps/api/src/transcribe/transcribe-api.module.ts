import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { transcriptionConfig } from '@app/config';
import { JobsModule } from '@app/jobs';
import { AudioStorage } from './audio-storage';
import { ReceiveForm } from './receive-form.interceptor';
import { TranscribeController } from './transcribe.controller';

@Module({
  imports: [ConfigModule.forFeature(transcriptionConfig), JobsModule],
  controllers: [TranscribeController],
  providers: [AudioStorage, ReceiveForm],
})
export class TranscribeApiModule {}
