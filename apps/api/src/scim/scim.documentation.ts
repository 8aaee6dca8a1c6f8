import { applyDecorators, Header } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { AppError, type ErrorCode } from '@app/common';
import { GROUP_SCHEMA, LIST_SCHEMA, PATCH_SCHEMA, USER_SCHEMA } from '@app/scim';
import { SCIM_TYPE, scimError } from '../http/failure-body';
import { ScimFailureDto } from '../openapi/api-answer.decorator';

const BASE = 'https://chat.company.example/idm/v1/scim/v2';
const USER_ID = '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12';
const CREATED = '2026-01-15T09:30:00.000Z';
const TEXT = { type: 'string' };
const LIST_OF_TEXTS = { type: 'array', items: TEXT };
const META = {
  type: 'object',
  required: ['resourceType', 'location'],
  properties: { resourceType: TEXT, created: { type: 'string', format: 'date-time' }, location: TEXT },
};

export const SCIM_USER = {
  schemas: [USER_SCHEMA],
  id: USER_ID,
  externalId: '00u1a2b3c4',
  userName: 'anna.schmidt@company.example',
  displayName: 'Anna Schmidt',
  name: { givenName: 'Anna', familyName: 'Schmidt' },
  emails: [{ value: 'anna.schmidt@company.example', type: 'work', primary: true }],
  active: true,
  meta: { resourceType: 'User', created: CREATED, location: `${BASE}/Users/${USER_ID}` },
};
const { id: _id, emails: _emails, meta: _meta, ...NEW_USER } = SCIM_USER;

const GROUP_ID = '019aa5bf-3c55-7f1d-8b1e-7f5f0b0f8a13';
export const SCIM_GROUP = {
  schemas: [GROUP_SCHEMA],
  id: GROUP_ID,
  externalId: '00g1a2b3c4',
  displayName: 'Legal',
  members: [
    {
      value: USER_ID,
      display: SCIM_USER.userName,
      type: 'User',
    },
  ],
  meta: { resourceType: 'Group', created: CREATED, location: `${BASE}/Groups/${GROUP_ID}` },
};

const NAME = { type: 'object', properties: { givenName: TEXT, familyName: TEXT } };
const WRITTEN_USER = {
  schemas: LIST_OF_TEXTS,
  externalId: { ...TEXT, nullable: true, maxLength: 255 },
  userName: { ...TEXT, maxLength: 255, description: 'An e-mail address' },
  displayName: { ...TEXT, nullable: true, maxLength: 255 },
  name: { ...NAME, nullable: true },
  active: { type: 'boolean' },
};
const WRITTEN_GROUP = {
  schemas: LIST_OF_TEXTS,
  externalId: { ...TEXT, nullable: true, maxLength: 255 },
  displayName: { ...TEXT, minLength: 1, maxLength: 200 },
  members: {
    type: 'array',
    nullable: true,
    items: {
      type: 'object',
      required: ['value'],
      properties: { value: { ...TEXT, format: 'uuid' }, display: TEXT, type: TEXT },
    },
  },
};
const READ = { id: TEXT, meta: META };
const USER_RESOURCE = {
  type: 'object',
  additionalProperties: true,
  properties: {
    ...READ,
    ...WRITTEN_USER,
    emails: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
};
const GROUP_RESOURCE = {
  type: 'object',
  additionalProperties: true,
  properties: { ...READ, ...WRITTEN_GROUP },
};
const ANY_RESOURCE = { type: 'object', additionalProperties: true };
const listSchema = (items: object) => ({
  type: 'object',
  required: ['schemas', 'totalResults'],
  properties: {
    schemas: LIST_OF_TEXTS,
    totalResults: { type: 'integer' },
    startIndex: { type: 'integer' },
    itemsPerPage: { type: 'integer' },
    Resources: { type: 'array', items },
  },
});

export const listExample = (...resources: object[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

const answer = (status: number, schema: object, example: object) =>
  applyDecorators(
    Header('Content-Type', SCIM_TYPE),
    ApiResponse({ status, description: '', content: { [SCIM_TYPE]: { schema, example } } }),
  );

export const ApiScimUser = (status = 200) => answer(status, USER_RESOURCE, SCIM_USER);
export const ApiScimUsers = () => answer(200, listSchema(USER_RESOURCE), listExample(SCIM_USER));
export const ApiScimGroup = (status = 200) => answer(status, GROUP_RESOURCE, SCIM_GROUP);
export const ApiScimGroups = () => answer(200, listSchema(GROUP_RESOURCE), listExample(SCIM_GROUP));
export const ApiScimDiscovery = (example: object) => answer(200, ANY_RESOURCE, example);

/** Documents a failure of SCIM, with an example of its message. */
export const ApiScimFailure = (status: number, code: ErrorCode, detail: string, field?: string) =>
  applyDecorators(
    ApiExtraModels(ScimFailureDto),
    ApiResponse({
      status,
      description: '',
      content: {
        [SCIM_TYPE]: {
          schema: { $ref: getSchemaPath(ScimFailureDto) },
          example: scimError(
            new AppError(code, detail, field ? { errors: [{ field, message: detail }] } : {}),
          ),
        },
      },
    }),
  );

const body = (schema: object, example: object) =>
  applyDecorators(
    ApiConsumes(SCIM_TYPE, 'application/json'),
    ApiBody({ schema: { type: 'object', additionalProperties: true, ...schema, example } as never }),
  );

export const ApiUserBody = () => body({ required: ['userName'], properties: WRITTEN_USER }, NEW_USER);

export const ApiGroupBody = () =>
  body(
    { required: ['displayName'], properties: WRITTEN_GROUP },
    { schemas: [GROUP_SCHEMA], externalId: '00g1a2b3c4', displayName: 'Legal', members: [] },
  );

export const ApiPatchBody = (operation: object) =>
  body(
    {
      required: ['Operations'],
      properties: {
        schemas: LIST_OF_TEXTS,
        Operations: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['op'],
            properties: { op: TEXT, path: TEXT, value: {} },
          },
        },
      },
    },
    { schemas: [PATCH_SCHEMA], Operations: [operation] },
  );

const query = (name: string, description: string, schema: object = TEXT) =>
  ApiQuery({ name, required: false, description, schema: schema as never });

/** Documents the selection of attributes. */
export const ApiSelection = () =>
  applyDecorators(
    query('attributes', 'The attributes to return, separated by commas'),
    query('excludedAttributes', 'The attributes to leave out, such as `members`'),
  );

/** Documents the parameters of a list. */
export const ApiScimPage = (filter: string) =>
  applyDecorators(
    query('filter', `RFC 7644, section 3.4.2.2, at most 1,000 characters: \`${filter}\``),
    query('startIndex', 'From 1', { type: 'integer' }),
    query('count', 'At most 200; if absent: 100', { type: 'integer' }),
    ApiSelection(),
  );
