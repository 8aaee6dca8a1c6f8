/** Prints the OpenAPI document. */
import { previewDocument } from '../../apps/api/src/preview-document';

void previewDocument().then((document) => process.stdout.write(JSON.stringify(document)));
