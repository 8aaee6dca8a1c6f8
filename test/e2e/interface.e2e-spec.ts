import { describeRows } from '../contract/describe-rows';
import { startScene, type Scene } from '../contract/scene';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
}, 180_000);

afterAll(() => scene?.stop());

describe('the interface', () => describeRows(() => scene));
