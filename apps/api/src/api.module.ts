import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, RouterModule } from '@nestjs/core';
import { AccessGuard, AuthModule, JwtAuthGuard } from '@app/auth';
import { httpConfig, jobsConfig, rateLimitsConfig, type HttpConfig } from '@app/config';
import { CoreModule } from '@app/core';
import { HealthModule } from '@app/health';
import { OperatedModule } from '@app/operation';
import { RedisModule } from '@app/queue';
import { AdminModule, AiModule, IdmModule, routes } from './endpoints.module';
import { BodiesAtOnce } from './http/body-budget';
import { EnvelopeFilter } from './http/envelope.filter';
import { JsonBodyInterceptor } from './http/json-body.interceptor';
import { MaintenanceGuard } from './http/maintenance.guard';
import { RateLimitGuard } from './http/rate-limit.guard';
import { requestValidation } from './http/request-validation';

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
        RedisModule,
        AuthModule,
        HealthModule.register('loopback'),
        OperatedModule,
        AdminModule,
        AiModule,
        IdmModule,
        RouterModule.register(routes(config)),
      ],
      providers: [
        BodiesAtOnce,
        { provide: APP_FILTER, useClass: EnvelopeFilter },
        // Guards run in this order: maintenance, authentication, rate limits, authorization (contract: Jobs).
        { provide: APP_GUARD, useClass: MaintenanceGuard },
        { provide: APP_GUARD, useExisting: JwtAuthGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useExisting: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
        { provide: APP_PIPE, useValue: requestValidation },
      ],
    };
  }
}
