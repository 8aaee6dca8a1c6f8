import { describeFiles } from '../support/describe-files';
import { localStore } from '../support/file-stores';

/** In an S3-compatible store: `test/long/files-in-s3.e2e-spec.ts`. */
describeFiles('a folder', localStore);
