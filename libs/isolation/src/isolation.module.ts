import { Module } from '@nestjs/common';
import { IsolatedPrograms } from './isolated-programs';
import { ProcessSpawner } from './process-spawner';

@Module({ providers: [IsolatedPrograms, ProcessSpawner], exports: [IsolatedPrograms] })
export class IsolationModule {}
