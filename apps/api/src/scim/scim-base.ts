import type { HttpConfig } from '@app/config';

/** Returns the address of the SCIM endpoint, without a slash at its end. */
export const scimBase = ({ publicBaseUrl, idmBasePath }: HttpConfig): string =>
  `${publicBaseUrl.replace(/\/+$/, '')}${idmBasePath}/scim/v2`;
