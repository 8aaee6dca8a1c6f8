/** Prints the OpenAPI document. */
import { previewDocument } from '../../apps/api/src/openapi/documentation';

void previewDocument().then((document) => process.stdout.write(JSON.stringify(document)));
