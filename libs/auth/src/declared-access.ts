import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { IS_PUBLIC, ROUTE_ACCESS } from './access.decorator';

/**
 * Prevents the api from starting with a route that does not declare its callers, so that a forgotten declaration does
 * not open a route.
 */
@Injectable()
export class DeclaredAccess implements OnModuleInit {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly reflector: Reflector,
  ) {}

  /** @throws Error that names the routes */
  onModuleInit(): void {
    const controllers = [...this.modules.values()].flatMap((module) => [...module.controllers.values()]);
    const silent = controllers.flatMap(({ metatype }) =>
      typeof metatype === 'function' ? this.silentRoutes(metatype as Type) : [],
    );
    if (silent.length > 0) throw new Error(`No callers are declared for ${silent.join(', ')}`);
  }

  private silentRoutes(controller: Type): string[] {
    const prototype = controller.prototype as Record<string, () => unknown>;
    return new MetadataScanner()
      .getAllMethodNames(prototype)
      .filter((name) => Reflect.hasMetadata(PATH_METADATA, prototype[name]!))
      .filter((name) =>
        [IS_PUBLIC, ROUTE_ACCESS].every(
          (key) => !this.reflector.getAllAndOverride<unknown>(key, [prototype[name]!, controller]),
        ),
      )
      .map((name) => `${controller.name}.${name}`);
  }
}
