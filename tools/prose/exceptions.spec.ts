import { applyExceptions } from './exceptions.mjs';

const finding = { file: 'libs/jobs/src/job.ts', phrase: 'Door' };

it.each(['libs/jobs/src/job.ts', 'libs/jobs/'])('an exception for %s covers its phrase there', (file) => {
  const exceptions = [{ file, phrase: 'door', reason: 'a product is named so' }];
  expect(applyExceptions([finding], exceptions)).toEqual({ left: [], faults: [] });
});

it.each([
  ['another file', { file: 'libs/jobs', phrase: 'door' }],
  ['another phrase', { file: 'libs/jobs/', phrase: 'doors' }],
])('an exception for %s that covers nothing is a fault itself', (_, exception) => {
  expect(applyExceptions([finding], [exception])).toEqual({
    left: [finding],
    faults: [
      `tools/prose/exceptions.mjs: exception "${exception.phrase}" for ${exception.file} is not used; delete it`,
    ],
  });
});

it('more than 20 exceptions are a fault', () => {
  const exceptions = Array.from({ length: 21 }, () => ({ file: 'libs/', phrase: 'door' }));
  expect(applyExceptions([finding], exceptions)).toEqual({
    left: [],
    faults: ['tools/prose/exceptions.mjs: 21 exceptions; the limit is 20'],
  });
});
