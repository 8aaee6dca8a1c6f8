import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@app/common';
import { CODECS } from './ffmpeg-process';
import { CONTAINERS } from './inspect-audio';

const script = readFileSync(join(packageRoot(), 'docker/ffmpeg/build.sh'), 'utf8');
/** Returns the names in the lines `list=...` and `list=$list,...`, without repetitions. */
const built = (list: string): string[] =>
  [...script.matchAll(new RegExp(`^${list}=(?:\\$${list},)?(.*)$`, 'gm'))].flatMap(([, names]) =>
    names!.split(','),
  );

describe('the ffmpeg of the image', () => {
  it('opens the containers that the service recognizes, and no others', () => {
    expect(built('demuxers').toSorted()).toEqual([...CONTAINERS].toSorted());
  });

  it('has the decoders that may run, and no others, without those of libraries', () => {
    const own = CODECS.split(',').filter((name) => !name.startsWith('lib'));
    expect(built('decoders').toSorted()).toEqual(own.toSorted());
  });
});
