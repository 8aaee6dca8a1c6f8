import { whyNoS3Server } from '@app/testing';
import { describeFiles } from '../support/describe-files';
import { s3Store } from '../support/file-stores';

const noS3 = whyNoS3Server();
if (noS3) {
  process.stderr.write(`Files in an S3-compatible store are not tried: ${noS3}\n`);
  it.skip('files in an S3-compatible store', () => undefined);
} else describeFiles('an S3-compatible store', s3Store);
