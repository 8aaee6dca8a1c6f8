import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const IS_PUBLIC = 'auth:public';

/** Opens a route, or all routes of a controller, to callers without a token. */
export const Public = (): CustomDecorator => SetMetadata(IS_PUBLIC, true);
