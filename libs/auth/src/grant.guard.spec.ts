import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RequiresGrant } from './caller';
import { GrantGuard } from './grant.guard';

class Routes {
  forAll(): void {}
  @RequiresGrant('anonymize')
  forSome(): void {}
}

describe('GrantGuard', () => {
  const enter = (route: keyof Routes, user?: { grants: string[] }): boolean =>
    new GrantGuard(new Reflector()).canActivate({
      getClass: () => Routes,
      getHandler: () => Routes.prototype[route],
      switchToHttp: () => ({ getRequest: () => ({ user }) }),
    } as unknown as ExecutionContext);

  it('asks nothing where no grant is needed', () => {
    expect(enter('forAll', { grants: [] })).toBe(true);
    expect(enter('forAll')).toBe(true);
  });

  it('lets in whose organization has the grant', () => {
    expect(enter('forSome', { grants: ['transcribe', 'anonymize'] })).toBe(true);
  });

  it.each([[{ grants: ['transcribe'] }], [{ grants: [] }], [undefined]])('refuses %j', (user) => {
    expect(() => enter('forSome', user)).toThrow(
      'The job endpoints are not enabled for your organization; access is granted on request.',
    );
  });
});
