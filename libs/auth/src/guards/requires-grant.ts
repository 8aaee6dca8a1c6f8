import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Grant } from '../organizations/grant';

export const REQUIRED_GRANT = 'auth:grant';

/** The route is for organizations that were granted this. */
export const RequiresGrant = (grant: Grant): CustomDecorator => SetMetadata(REQUIRED_GRANT, grant);
