import type { AuthUser } from '@app/auth';
import { newId, type Scope } from '@app/common';
import { caseOfRequest } from './require-scope';

const callerWith = (...scopes: Scope[]): AuthUser => ({
  userId: newId(),
  organizationId: newId(),
  groups: [],
  email: 'ann@example.com',
  key: { id: newId(), scopes },
});

describe('the case of a request', () => {
  it.each([undefined, null])('is absent if the field is %s, for any key', (given) => {
    expect(caseOfRequest(callerWith('jobs'), given)).toBeUndefined();
  });

  it('is used by a login, and by a key with the scope cases beside that of the endpoint', () => {
    const { key: _, ...login } = callerWith();
    expect(caseOfRequest({ ...login, role: 'member' }, 'id')).toBe('id');
    expect(caseOfRequest(callerWith('jobs', 'cases'), 'id')).toBe('id');
  });

  it.each(['id', ''])('is refused for a key without the scope cases (%j)', (given) => {
    const refused = expect.objectContaining({ code: 'forbidden', message: expect.stringMatching(/cases/) });
    expect(() => caseOfRequest(callerWith('jobs', 'anonymize'), given)).toThrow(refused as Error);
  });
});
