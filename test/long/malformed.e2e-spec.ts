import { describeMalformed } from '../contract/describe-malformed';
import { startScene, type Scene } from '../contract/scene';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterAll(() => scene?.stop());

/** The interface's suite sends fewer of them. */
describe('11,200 randomly malformed requests', () => describeMalformed(() => scene, 32));
