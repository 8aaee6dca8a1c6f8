import { baseOf } from '@app/common';
import type { HttpConfig } from '@app/config';

/** Returns the address of the SCIM endpoint, without a slash at its end. */
export const scimBase = ({ publicBaseUrl, idmBasePath }: HttpConfig): string =>
  `${baseOf(publicBaseUrl)}${idmBasePath}/scim/v2`;
