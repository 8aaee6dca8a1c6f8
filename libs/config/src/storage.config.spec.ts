import { storageConfig } from './storage.config';

const SET = ['BLOB_STORE', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_CREDENTIALS'];

describe('storageConfig', () => {
  beforeEach(() => Object.assign(process.env, { BLOB_STORE: 's3', S3_BUCKET: 'files' }));
  afterEach(() => SET.forEach((name) => delete process.env[name]));

  it.each([
    ['S3_ACCESS_KEY_ID', {}],
    ['S3_ACCESS_KEY_ID', { S3_SECRET_ACCESS_KEY: 'Sdo3mK2ldnE9dkw0' }],
    ['S3_SECRET_ACCESS_KEY', { S3_ACCESS_KEY_ID: 'id' }],
  ])('does not search for keys of the machine if %s is missing [SEC-118]', (missing, keys) => {
    Object.assign(process.env, keys);
    expect(() => storageConfig()).toThrow(`${missing}: is missing; expected both keys`);
  });

  it('allows the AWS SDK to search for keys if it is configured', () => {
    process.env.S3_CREDENTIALS = 'machine';
    expect(storageConfig()).toMatchObject({ kind: 's3', credentials: undefined });
  });
});
