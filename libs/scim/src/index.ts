/** Provisioning of users and groups by an identity provider (RFC 7643, RFC 7644). */
export {
  ERROR_SCHEMA,
  GROUP_SCHEMA,
  LIST_SCHEMA,
  PATCH_SCHEMA,
  selected,
  USER_SCHEMA,
  wants,
  type Resource,
  type Selection,
} from './attributes';
export { listOf, type PageQuery } from './pages';
export { resourceTypes, schemas, serviceProviderConfig, toGroupResource, toUserResource } from './resources';
export { ScimGroups, type GroupWithMembers } from './scim-groups';
export { ScimModule } from './scim.module';
export { ScimUsers } from './scim-users';
export type { ScimUser } from './scim-users.store';
export { onlyDeactivates } from './user-values';
