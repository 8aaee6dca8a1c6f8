import { Controller, Get, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ROLES } from '@app/common';
import { Access, Public } from './access.decorator';
import { DeclaredAccess } from './declared-access';

@Controller()
class SaysAll {
  @Get('open')
  @Public()
  open(): void {}
  @Get('closed')
  @Access({ roles: ROLES })
  closed(): void {}
  /** Not a route. */
  inner(): void {}
}

@Controller()
@Access({ roles: ['admin'] })
class SaysOnce {
  @Get('one')
  one(): void {}
}

@Controller()
class Forgets {
  @Get('said')
  @Public()
  said(): void {}
  @Get('unsaid')
  unsaid(): void {}
}

const start = async (controllers: Type[]): Promise<void> => {
  @Module({ controllers, providers: [DeclaredAccess] })
  class Api {}
  const app = await NestFactory.create(Api, { logger: false, abortOnError: false });
  await app.init().finally(() => app.close());
};

describe('an api', () => {
  it('starts if each route declares who may call it', async () => {
    await expect(start([SaysAll, SaysOnce])).resolves.toBeUndefined();
  });

  it('does not start with a route that declares nothing, and names it [SEC-4]', async () => {
    await expect(start([SaysAll, Forgets])).rejects.toThrow(/^No callers are declared for Forgets.unsaid$/);
  });
});
