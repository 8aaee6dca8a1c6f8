import { newId } from '@app/common';
import { readGroup, readGroupPatch } from './group-values';
import { readUser, readUserPatch } from './user-values';

const patch = (...operations: object[]) => ({ Operations: operations });
const invalid = (start: string) =>
  expect.objectContaining({ code: 'bad_request', message: expect.stringContaining(start) });
const [ANNA, HANS] = [newId(), newId()];

describe('a user of SCIM', () => {
  it('has the attributes that the service stores, whatever their case, and ignores others', () => {
    const user = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      UserName: 'anna@firma.de',
      externalId: '7',
      name: { formatted: 'Anna Schmidt', givenName: 'Anna', familyName: 'Schmidt' },
      emails: [{ primary: true, value: 'other@firma.de' }],
      active: 'True',
      password: 'secret',
    };
    expect(readUser(user)).toEqual({
      userName: 'anna@firma.de',
      externalId: '7',
      displayName: null,
      givenName: 'Anna',
      familyName: 'Schmidt',
      active: true,
    });
  });

  it.each<[string, object[], object]>([
    ['Entra ID', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    [
      'an older Entra ID',
      [{ op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] }],
      { active: false },
    ],
    ['Okta', [{ op: 'replace', value: { active: false } }], { active: false }],
    [
      'Entra ID without paths',
      [{ op: 'Add', value: { displayName: 'Anna', 'name.givenName': 'Anna', title: 'Dr.' } }],
      { displayName: 'Anna', givenName: 'Anna' },
    ],
    [
      'a path with its schema',
      [
        {
          op: 'add',
          path: 'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName',
          value: 'Schmidt',
        },
        {
          op: 'add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'x',
        },
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'x@firma.de' },
      ],
      { familyName: 'Schmidt' },
    ],
    ['a removal', [{ op: 'Remove', path: 'displayName' }], { displayName: null }],
  ])('is patched as %s does', (_, operations, values) => {
    expect(readUserPatch(patch(...operations))).toEqual(values);
  });

  it.each([
    [{}, 'The body must have a list of Operations'],
    [patch(), 'The body must have a list of Operations'],
    [patch({ op: 'move', path: 'active' }), 'op '],
    [patch({ op: 'remove' }), 'path '],
    [patch({ op: 'replace', value: 'x' }), 'value '],
    [patch({ op: 'replace', path: 7, value: 'x' }), 'path '],
    [patch({ op: 'replace', path: 'active', value: 'maybe' }), 'active '],
    [patch({ op: 'remove', path: 'userName' }), 'userName '],
    [patch({ op: 'replace', path: 'displayName', value: 'a\0b' }), 'displayName '],
    [patch({ op: 'replace', path: 'externalId', value: 'x'.repeat(256) }), 'externalId '],
  ])('refuses the patch %j', (body, message) => {
    expect(() => readUserPatch(body)).toThrow(invalid(message));
  });
});

describe('a group of SCIM', () => {
  it('has the members of the request, and none without them', () => {
    expect(readGroup({ displayName: 'Legal', members: [{ value: ANNA.toUpperCase() }] })).toEqual({
      displayName: 'Legal',
      externalId: null,
      members: [{ verb: 'replace', ids: [ANNA] }],
    });
    expect(readGroup({ displayName: 'Legal' }).members).toEqual([{ verb: 'replace', ids: [] }]);
  });

  it.each<[string, object[], object[]]>([
    [
      'Entra ID adds',
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: ANNA }] }],
      [{ verb: 'add', ids: [ANNA] }],
    ],
    [
      'Entra ID removes',
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: ANNA }] }],
      [{ verb: 'remove', ids: [ANNA] }],
    ],
    [
      'Okta removes and adds',
      [
        { op: 'remove', path: `members[value eq "${ANNA}"]` },
        { op: 'add', path: 'members', value: [{ value: HANS, display: 'hans@firma.de' }] },
      ],
      [
        { verb: 'remove', ids: [ANNA] },
        { verb: 'add', ids: [HANS] },
      ],
    ],
    [
      'Okta replaces',
      [{ op: 'replace', value: { id: newId(), members: [{ value: ANNA }] } }],
      [{ verb: 'replace', ids: [ANNA] }],
    ],
    ['all are removed', [{ op: 'remove', path: 'members' }], [{ verb: 'replace', ids: [] }]],
  ])('is patched as %s members', (_, operations, members) => {
    expect(readGroupPatch(patch(...operations))).toEqual({ members });
  });

  it.each([
    [patch({ op: 'add', path: 'members', value: [{ value: 'anna' }] }), 'members '],
    [patch({ op: 'add', path: `members[value eq "${ANNA}"]`, value: 'x' }), 'path '],
    [patch({ op: 'remove', path: 'members[display eq "anna"]' }), 'path '],
    [patch({ op: 'remove', path: 'members[value' }), 'filter '],
    [patch({ op: 'remove', path: 'displayName' }), 'displayName '],
  ])('refuses the patch %j', (body, message) => {
    expect(() => readGroupPatch(body)).toThrow(invalid(message));
  });
});
