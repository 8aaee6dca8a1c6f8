/**
 * File formats: how the texts of each are read, and how a file is written with other texts. The programs that do it run in
 * separate processes; importing this index loads none of their libraries.
 */
export type { Rewriting, TextsOfFile, WrittenReport } from './editing/edit-file';
export { NOTHING_ASKED, type AskedWords } from './editing/asked-words';
export { encodeRequest, type EditStep } from './editing/edit-protocol';
export { DROPPABLE, type Droppable, type EditOptions, type FileFormat } from './editing/file-format';
export { changesOfLines, type FileText, type TextChange } from './editing/text-editor';
export { FORMATS, formatOf, type FormatName } from './formats';
export { pictureAlone } from './pictures/picture-pieces';
export { EDIT_FILE, EXTRACT_TEXT } from './programs';
export { receiveRequest } from './receive-request';
export { splitExtractedText } from './text/extracted-text';
export { REASONS, reasonOf, UnreadableFile, type Unreadable } from './unreadable';
