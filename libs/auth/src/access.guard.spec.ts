import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ROLES, SCOPES, type ErrorCode } from '@app/common';
import { Access, Public, RequiresGrant } from './access.decorator';
import { AccessGuard } from './access.guard';

class Routes {
  forgotten(): void {}
  @Public()
  open(): void {}
  @Access({ roles: ['admin', 'auditor'] })
  forSome(): void {}
  @Access({ roles: ROLES, scope: 'chat' })
  forAll(): void {}
  @Access({ roles: ['admin'], scope: 'jobs' })
  @RequiresGrant('anonymize')
  granted(): void {}
}

const withKey = (...scopes: string[]) => ({ key: { id: 'k', scopes }, grants: ['anonymize'] });

describe('AccessGuard', () => {
  const enter = (route: keyof Routes, user?: object): boolean =>
    new AccessGuard(new Reflector()).canActivate({
      getClass: () => Routes,
      getHandler: () => Routes.prototype[route],
      switchToHttp: () => ({ getRequest: () => ({ user: user && { grants: [], ...user } }) }),
    } as unknown as ExecutionContext);
  const refused = (route: keyof Routes, user: object, message: RegExp, code: ErrorCode = 'forbidden') => {
    expect(() => enter(route, user)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  };

  it('checks nothing on public routes', () => {
    expect(enter('open')).toBe(true);
  });

  it('allows users with a declared role, and no others', () => {
    for (const role of ROLES) expect(enter('forAll', { role })).toBe(true);
    for (const role of ['admin', 'auditor']) expect(enter('forSome', { role })).toBe(true);
    refused('forSome', { role: 'member' }, /requires the role admin or auditor/);
    refused('forAll', {}, /requires the role/);
  });

  it('allows keys that have the scope, whatever other scopes they have', () => {
    expect(enter('forAll', withKey('chat'))).toBe(true);
    refused('forAll', withKey(...SCOPES.filter((scope) => scope !== 'chat')), /lacks the scope chat/);
  });

  it('allows no key if no scope is declared, and no role instead of a scope', () => {
    refused('forSome', withKey(...SCOPES), /does not accept API keys/);
    refused('forSome', { ...withKey(...SCOPES), role: 'admin' }, /does not accept API keys/);
    refused('forAll', { ...withKey('jobs'), role: 'admin' }, /lacks the scope chat/);
  });

  it('checks the grant after role and scope', () => {
    expect(enter('granted', { role: 'admin', grants: ['transcribe', 'anonymize'] })).toBe(true);
    expect(enter('granted', withKey('jobs'))).toBe(true);
    refused('granted', { role: 'admin', grants: ['transcribe'] }, /granted on request/, 'not_granted');
    refused('granted', { role: 'member' }, /requires the role admin/);
    refused('granted', { ...withKey('chat'), grants: [] }, /lacks the scope jobs/);
  });

  it('allows no caller if a route declares nothing', () => {
    expect(() => enter('forgotten', { role: 'admin' })).toThrow(/does not declare who may call it/);
  });
});
