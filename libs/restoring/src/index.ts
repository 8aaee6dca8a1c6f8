/** Restores values in texts outside of a chat. */
export { RestoreTexts, type RestoredTexts, type TextsToRestore } from './restore-texts';
export { RestoringModule } from './restoring.module';
