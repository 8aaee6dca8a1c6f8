/** The second factor in addition to a password: codes of an authenticator app (RFC 6238), and recovery codes. */
export { DemandSecondFactor, type SecondFactorDemand } from './demand-second-factor';
export { ResetSecondFactor } from './reset-second-factor';
export { SecondFactor, type Enrolment, type SecondFactorState } from './second-factor';
export { SecondFactorModule } from './second-factor.module';
export { restoredFactors } from './restored-factors.store';
