/** Documents: upload, text extraction, attachment to chats, and the selection of passages for a prompt. */
export { DeleteDocuments } from './delete-documents';
export { DocumentsModule } from './documents.module';
export { ExportDocuments, type ExportedDocument } from './export-documents';
export {
  DocumentPassages,
  type DocumentPassage,
  type PassageRequest,
  type PassageSelection,
} from './passages/document-passages';
export { ReadDocumentText } from './read-document-text';
export { ReadExcerpts, type Excerpt } from './read-excerpts';
export { ReadFileNames } from './read-file-names';
export { ReadPicture, type Picture } from './read-picture';
export { attaching, ChatDocuments } from './store/chat-documents.store';
export { PassageFindings, type NotedPassage } from './store/passage-findings.store';
export { UploadDocument, type Upload, type UploadedDocument } from './upload-document';
export { restoredDocuments } from './store/restored-documents.store';
export { DOCUMENT_FILES } from './store/named-documents.store';
