import { GROUP_SCHEMA, USER_SCHEMA, type Resource } from './attributes';
import { MOST_RESULTS } from './pages';
import type { GroupWithMembers } from './scim-groups';
import type { ScimUser } from './scim-users.store';

/** @param base the address of the endpoint, without a slash at its end */
export function toUserResource(user: ScimUser, base: string): Resource {
  const { givenName, familyName } = user;
  return {
    schemas: [USER_SCHEMA],
    id: user.id,
    ...(user.externalId !== null && { externalId: user.externalId }),
    userName: user.userName,
    ...(user.displayName !== null && { displayName: user.displayName }),
    ...((givenName !== null || familyName !== null) && {
      name: { ...(givenName !== null && { givenName }), ...(familyName !== null && { familyName }) },
    }),
    emails: [{ value: user.userName, type: 'work', primary: true }],
    active: user.active,
    meta: metaOf('User', `${base}/Users/${user.id}`, user.createdAt),
  };
}

/** @param base the address of the endpoint, without a slash at its end */
export const toGroupResource = (group: GroupWithMembers, base: string): Resource => ({
  schemas: [GROUP_SCHEMA],
  id: group.id,
  ...(group.externalId !== null && { externalId: group.externalId }),
  displayName: group.displayName,
  ...(group.members && {
    members: group.members.map(({ id, userName }) => ({
      value: id,
      display: userName,
      type: 'User',
    })),
  }),
  meta: metaOf('Group', `${base}/Groups/${group.id}`, group.createdAt),
});

const metaOf = (resourceType: string, location: string, created?: Date) => ({
  resourceType,
  ...(created && { created: created.toISOString() }),
  location,
});

/** What the service supports (RFC 7643, section 5). */
export const serviceProviderConfig = (base: string): Resource => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key of the organization with the scope scim, as bearer token',
      primary: true,
    },
  ],
  meta: metaOf('ServiceProviderConfig', `${base}/ServiceProviderConfig`),
});

export const resourceTypes = (base: string): Resource[] =>
  (
    [
      ['User', 'Users', USER_SCHEMA],
      ['Group', 'Groups', GROUP_SCHEMA],
    ] as const
  ).map(([name, path, schema]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${path}`,
    schema,
    meta: metaOf('ResourceType', `${base}/ResourceTypes/${name}`),
  }));

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

/** The attributes that the service stores (RFC 7643, section 7). */
export const schemas = (base: string): Resource[] =>
  [
    {
      id: USER_SCHEMA,
      name: 'User',
      description: 'A user of the organization',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('displayName'),
        attribute('name', {
          type: 'complex',
          subAttributes: [attribute('givenName'), attribute('familyName')],
        }),
        attribute('active', { type: 'boolean' }),
        attribute('emails', {
          type: 'complex',
          multiValued: true,
          mutability: 'readOnly',
          subAttributes: [
            attribute('value', { mutability: 'readOnly' }),
            attribute('type', { mutability: 'readOnly', canonicalValues: ['work'] }),
            attribute('primary', { type: 'boolean', mutability: 'readOnly' }),
          ],
        }),
      ],
    },
    {
      id: GROUP_SCHEMA,
      name: 'Group',
      description: 'A group of the organization',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('members', {
          type: 'complex',
          multiValued: true,
          subAttributes: [
            attribute('value', { mutability: 'immutable', caseExact: true }),
            attribute('display', { mutability: 'readOnly' }),
            attribute('type', { mutability: 'immutable', canonicalValues: ['User'] }),
          ],
        }),
      ],
    },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: metaOf('Schema', `${base}/Schemas/${schema.id}`),
  }));
