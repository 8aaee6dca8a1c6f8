import type {
  Droppable,
  FileText,
  FormatName,
  Rewriting,
  TextsOfFile,
  WrittenReport,
} from '@app/file-formats';

interface FileToEdit {
  userId: string;
  format: FormatName;
  content: Buffer;
  drop: readonly Droppable[];
}

/** Edits files in the confined programs of the build. */
interface EditFiles {
  read(file: FileToEdit, signal: AbortSignal): Promise<TextsOfFile>;
  write(
    file: FileToEdit,
    rewriting: Rewriting,
    signal: AbortSignal,
  ): Promise<{ content: Buffer; report: WrittenReport }>;
  check(file: FileToEdit, values: readonly string[], signal: AbortSignal): Promise<void>;
}

export const AT_ONCE: number;
export const editFiles: Readonly<Record<'withOcr' | 'withoutOcr', EditFiles>>;
/** Returns the changes that hide values, each with its replacement, in the texts of a file. */
export function changesOf(
  texts: readonly FileText[],
  values: readonly (readonly [string, string])[],
): Rewriting['changes'];
