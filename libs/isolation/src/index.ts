/** Runs programs that read untrusted content, in separate processes without rights. */
export { IsolatedPrograms, type IsolatedWork, type ProcessLimits } from './isolated-programs';
export { IsolationModule } from './isolation.module';
export { ReadingSlots } from './reading-slots';
export { EditFiles, invalidFile, type FileToEdit } from './edit-files';
