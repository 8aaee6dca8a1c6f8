import { describeError } from './describe-error';

const withFrames = (...files: string[]): Error =>
  Object.assign(new Error('Anna'), {
    stack: ['Error: Anna', ...files.map((file) => `    at f (${file})`)].join('\n'),
  });

describe('the frames of an error', () => {
  it.each([
    ['a program', '/app/dist/apps/api/src/main.js:12:3', 'apps/api/src/main.js:12:3'],
    ['a source in development', '/work/libs/jobs/src/run-job.ts:4:1', 'libs/jobs/src/run-job.ts:4:1'],
    [
      'a lib in the bundle that ships',
      '/app/dist/joined/jobs-D2Ne33xQ.js:90:11',
      'joined/jobs-D2Ne33xQ.js:90:11',
    ],
  ])('name %s', (_, file, expected) => {
    expect(describeError(withFrames(file)).frames).toEqual([expected]);
  });

  it('leave out packages and Node.js', () => {
    const others = ['/app/node_modules/pg/lib/client.js:1:1', 'node:internal/process/task_queues:95:5'];
    expect(describeError(withFrames(...others)).frames).toEqual([]);
  });
});
