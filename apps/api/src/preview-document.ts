import { ModulesContainer, NestFactory, RouterModule } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { httpConfig } from '@app/config';
import { ApiModule, routes } from './api.module';
import { createDocument } from './openapi/documentation';

/** The OpenAPI document, made from the controllers alone: nothing is connected to, and no setting is needed. */
export async function previewDocument(): Promise<OpenAPIObject> {
  const config = httpConfig();
  const app = await NestFactory.create(ApiModule.register(config), { preview: true, logger: false });
  // A preview makes no instances, so this module has not yet told the others their prefixes.
  Reflect.construct(RouterModule, [app.get(ModulesContainer), routes(config)]);
  return createDocument(app, config);
}
