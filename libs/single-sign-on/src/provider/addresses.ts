import { baseOf } from '@app/common';
import type { HttpConfig } from '@app/config';

type Addresses = Pick<HttpConfig, 'publicBaseUrl' | 'idmBasePath'>;

const addressOf = ({ publicBaseUrl, idmBasePath }: Addresses, path: string): string =>
  `${baseOf(publicBaseUrl)}${idmBasePath}/oidc/${path}`;

/** Returns the address to which the provider sends browsers after a login. */
export const callbackAddress = (http: Addresses): string => addressOf(http, 'callback');

/** Returns the address that the provider calls when a user logs out there. */
export const logoutAddress = (http: Addresses): string => addressOf(http, 'backchannel-logout');
