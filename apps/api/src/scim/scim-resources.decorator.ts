import { applyDecorators, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '@app/auth';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';

/** Marks a controller of SCIM, which only keys with its scope may call. @param path below `scim/v2` */
export const ScimResources = (path = ''): ClassDecorator =>
  applyDecorators(
    ApiTags('SCIM'),
    Access({ roles: [], scope: 'scim' }),
    RateLimit('scim'),
    JsonBody('scim'),
    Controller(`scim/v2${path}`),
  );
