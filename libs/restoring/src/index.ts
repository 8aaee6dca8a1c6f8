/** Restores values in texts outside of a chat. */
export { RestoreTexts, type Issuer, type RestoredTexts, type TextsToRestore } from './restore-texts';
export { RestoringModule } from './restoring.module';
export { AnonymizeWithMapping, NEW_MAPPING } from './anonymize-with-mapping';
export { DeleteMappingKeys } from './mappings/delete-mapping-keys';
export { MappingsModule } from './mappings/mappings.module';
export { restoredMappingKeys } from './mappings/restored-mapping-keys.store';
