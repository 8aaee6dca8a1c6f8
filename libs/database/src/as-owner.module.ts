import { Global, Module } from '@nestjs/common';

/** Whether the connection is that of the owner of the tables; else it is the programs' own. */
export const AS_OWNER = Symbol('AS_OWNER');

/** Beside `DatabaseModule`: it connects as the owner, for what the programs' own role may not do. */
@Global()
@Module({ providers: [{ provide: AS_OWNER, useValue: true }], exports: [AS_OWNER] })
export class AsOwnerModule {}
