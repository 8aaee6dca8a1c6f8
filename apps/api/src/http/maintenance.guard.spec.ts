import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ServiceMode } from '@app/operation';
import { DuringMaintenance, MaintenanceGuard } from './maintenance.guard';

class Routes {
  change(): void {}

  @DuringMaintenance()
  logout(): void {}
}

describe('the guard of maintenance', () => {
  const asked = (inMaintenance: boolean, method: string, handler: keyof Routes): boolean =>
    new MaintenanceGuard({ inMaintenance } as ServiceMode, new Reflector()).canActivate({
      switchToHttp: () => ({ getRequest: () => ({ method }) }),
      getHandler: () => Routes.prototype[handler],
      getClass: () => Routes,
    } as unknown as ExecutionContext);

  it.each(['POST', 'PUT', 'PATCH'])('refuses %s in maintenance, and only then', (method) => {
    expect(asked(false, method, 'change')).toBe(true);
    expect(() => asked(true, method, 'change')).toThrow(
      expect.objectContaining({ code: 'maintenance', details: { retryAfterS: 60, promptSent: false } }),
    );
  });

  it.each([
    ['GET', 'change'],
    ['HEAD', 'change'],
    ['DELETE', 'change'],
    ['POST', 'logout'],
  ] as const)('accepts %s of a route that reads, deletes or ends something', (method, handler) => {
    expect(asked(true, method, handler)).toBe(true);
  });

  it('accepts only these routes that are neither GET nor DELETE', () => {
    const root = join(__dirname, '..');
    const marked = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.controller.ts'))
      .flatMap((file) =>
        [
          ...readFileSync(join(root, file), 'utf8').matchAll(
            /@(Post|Patch|Put)\(([^)]*)\)\s+@DuringMaintenance\(\)/g,
          ),
        ].map(([, method, path]) => `${file}: ${method} ${path}`.trim()),
      );
    expect(marked.toSorted()).toEqual([
      "admin/users.controller.ts: Patch ':user_id'",
      "auth/auth.controller.ts: Post 'login'",
      "auth/auth.controller.ts: Post 'logout'",
      "auth/auth.controller.ts: Post 'refresh'",
      "auth/oidc.controller.ts: Post 'backchannel-logout'",
      'auth/session.controller.ts: Post',
      "cases/cases.controller.ts: Post ':case_id/forget'",
      "scim/scim-users.controller.ts: Patch ':user_id'",
      "scim/scim-users.controller.ts: Put ':user_id'",
    ]);
  });
});
