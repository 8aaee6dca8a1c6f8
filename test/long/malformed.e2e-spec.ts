import { describeMalformed } from '../contract/describe-malformed';
import { startScene, type Scene } from '../contract/scene';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterAll(() => scene?.stop());

/** The interface's suite sends a part of them. */
describe('11,200 requests that are wrong in random ways', () => describeMalformed(() => scene, 32));
