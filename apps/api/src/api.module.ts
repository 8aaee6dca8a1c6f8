import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, RouterModule, type Routes } from '@nestjs/core';
import { AuthModule, GrantGuard, JwtAuthGuard } from '@app/auth';
import { httpConfig, jobsConfig, rateLimitsConfig, type HttpConfig } from '@app/config';
import { CoreModule } from '@app/core';
import { HealthModule } from '@app/health';
import { DetectorModule } from '@app/private-model';
import { QueueModule, RedisModule } from '@app/queue';
import { AuthApiModule } from './auth/auth-api.module';
import { ChatApiModule } from './chat/chat-api.module';
import { ExportApiModule } from './export/export-api.module';
import { BodiesAtOnce } from './http/bodies-at-once';
import { EnvelopeFilter } from './http/envelope.filter';
import { JsonBodyInterceptor } from './http/json-body.interceptor';
import { RateLimitGuard } from './http/rate-limit.guard';
import { requestValidation } from './http/request-validation';
import { ImagesApiModule } from './images/images-api.module';
import { JobsApiModule } from './jobs/jobs-api.module';
import { OpenAiApiModule } from './openai/openai-api.module';
import { TranscribeApiModule } from './transcribe/transcribe-api.module';
import { UploadApiModule } from './upload/upload-api.module';
import { UsageApiModule } from './usage/usage-api.module';

/** What is served under {ai_base}. */
const AI_MODULES: Type[] = [
  ChatApiModule,
  ExportApiModule,
  ImagesApiModule,
  JobsApiModule,
  OpenAiApiModule,
  TranscribeApiModule,
  UploadApiModule,
  UsageApiModule,
];

/** What is served under {idm_base}. */
const IDM_MODULES: Type[] = [AuthApiModule];

/** Which modules are served under which prefix. */
export const routes = ({ aiBasePath, idmBasePath }: HttpConfig): Routes => [
  { path: aiBasePath, children: AI_MODULES },
  { path: idmBasePath, children: IDM_MODULES },
];

@Module({})
export class ApiModule {
  static register(config: HttpConfig): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        CoreModule.register('caller'),
        ConfigModule.forFeature(httpConfig),
        ConfigModule.forFeature(jobsConfig),
        ConfigModule.forFeature(rateLimitsConfig),
        QueueModule,
        RedisModule,
        AuthModule,
        DetectorModule,
        HealthModule.register('loopback'),
        ...AI_MODULES,
        ...IDM_MODULES,
        RouterModule.register(routes(config)),
      ],
      providers: [
        BodiesAtOnce,
        { provide: APP_FILTER, useClass: EnvelopeFilter },
        // In this order: who is it, how often, what may they (contract: Jobs).
        { provide: APP_GUARD, useExisting: JwtAuthGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useExisting: GrantGuard },
        { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
        { provide: APP_PIPE, useValue: requestValidation },
      ],
    };
  }
}
