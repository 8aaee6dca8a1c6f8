/** The detector of personal data as a part of the programs; the anonymization lib itself knows no framework. */
export { DetectorModule } from './detector.module';
