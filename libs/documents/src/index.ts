/** Documents: upload, text extraction, which chat uses which, and the passages that matter to a prompt. */
export { ChatDocuments } from './chat-documents';
export { DeleteDocument } from './delete-document';
export { DeleteOldDocuments } from './delete-old-documents';
export { EraseDocuments } from './erase-documents';
export { ExportDocuments, type ExportedDocument } from './export-documents';
export { DocumentsModule } from './documents.module';
export {
  DocumentPassages,
  type DocumentPassage,
  type PassageRequest,
  type PassageSelection,
} from './passages/document-passages';
export { PassageFindings, type NotedPassage } from './passages/passage-findings';
export { UploadDocument, type Upload } from './upload-document';
