/**
 * File formats: how the texts of each are read, and how a file is written with other texts. The programs that do it run in
 * separate processes; importing this index loads none of their libraries.
 */
export { DOCUMENT_KINDS, documentKindOf, type DocumentKind } from './document-kind';
export { EXTRACT_TEXT } from './programs';
export { receiveRequest } from './receive-request';
export { reasonOf, UnreadableFile, type Unreadable } from './unreadable';
