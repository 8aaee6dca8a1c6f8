import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import type { User } from '@app/accounts';
import { CoreModule } from '@app/core';
import {
  DemandSecondFactor,
  ResetSecondFactor,
  SecondFactorModule,
  type SecondFactorDemand,
} from '@app/second-factor';

const PARTS = [CoreModule.register('operator'), SecondFactorModule];

export const demandSecondFactor = (
  organization: string,
  demand: 'required' | 'optional',
): Promise<SecondFactorDemand> =>
  runWith(PARTS, (app) => app.get(DemandSecondFactor).execute(organization, demand));

export const resetSecondFactor = (userName: string): Promise<User> =>
  runWith(PARTS, (app) => app.get(ResetSecondFactor).execute(userName));
