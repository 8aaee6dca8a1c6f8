import { anything, assert, dictionary, property, string } from 'fast-check';
import type { Role } from '@app/common';
import { readPerson } from './read-claims';

const ID = '0193a5f2-7c1e-7b3a-9d2f-3c5b6a7d8e9f';
const roles = new Map<string, Role>([
  ['Admins', 'admin'],
  ['Auditors', 'auditor'],
]);
const RULES = { organization: { claim: 'org' }, groupsClaim: 'groups', roles, scimClaim: 'sub' };

describe('the claims of a person', () => {
  it.each<[unknown, string[]]>([
    [
      ['Sales', 'Admins'],
      ['Sales', 'Admins'],
    ],
    [['Sales', 'Sales', 7, null, '', ' ', 'a\0b', 'x'.repeat(201)], ['Sales']],
    ['Sales', ['Sales']],
    [{ admin: { '1': 'company' } }, ['admin']],
    [undefined, []],
    [null, []],
    [7, []],
  ])('give the groups %j', (groups, expected) => {
    expect(readPerson({ groups }, RULES).groups).toEqual(expected);
  });

  it.each<[string[], Role]>([
    [['Auditors', 'Admins'], 'admin'],
    [['Sales', 'Auditors'], 'auditor'],
    [['admins'], 'member'],
    [[], 'member'],
  ])('give a role for the groups %j', (groups, role) => {
    expect(readPerson({ groups }, RULES).role).toBe(role);
  });

  it('leave the role unchanged if no group gives one, and groups if no claim is configured', () => {
    expect(readPerson({ groups: ['Admins'] }, { ...RULES, roles: new Map() }).role).toBeUndefined();
    const person = readPerson({ groups: ['Admins'] }, { ...RULES, groupsClaim: undefined });
    expect(person).toMatchObject({ groups: undefined, role: undefined });
  });

  it('name an organization only by its id, unless the operator configured one', () => {
    const organizationOf = (org: unknown) => readPerson({ org }, RULES).organizationId;
    expect(organizationOf(ID.toUpperCase())).toBe(ID);
    for (const other of ['Our company', '', [ID], { id: ID }, undefined])
      expect(organizationOf(other)).toBeUndefined();
    expect(readPerson({ org: 'other' }, { ...RULES, organization: { id: ID } }).organizationId).toBe(ID);
  });

  it('give an e-mail address unless it is unverified', () => {
    const emailOf = (claims: Record<string, unknown>) => readPerson(claims, RULES).email;
    expect(emailOf({ email: 'anna@company.example' })).toBe('anna@company.example');
    expect(emailOf({ email: 'anna@company.example', email_verified: true })).toBe('anna@company.example');
    expect(emailOf({ email: 'anna@company.example', email_verified: false })).toBeUndefined();
    expect(emailOf({ email: ['anna@company.example'] })).toBeUndefined();
  });

  it('give at most the role member, whatever other values they contain', () => {
    assert(
      property(dictionary(string(), anything()), (claims) => {
        const { groups, role, organizationId } = readPerson(
          { ...claims, groups: claims['g'], org: claims['o'] },
          RULES,
        );
        const isGiven = groups?.some((group) => roles.has(group)) ?? false;
        return (
          groups !== undefined &&
          groups.length <= 500 &&
          (isGiven || role === 'member') &&
          organizationId !== ''
        );
      }),
    );
  });
});
