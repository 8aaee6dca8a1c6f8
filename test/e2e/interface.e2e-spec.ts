import { describeClient } from '../contract/describe-client';
import { describeDecisions } from '../contract/describe-decisions';
import { describeExamples } from '../contract/describe-examples';
import { describeMalformed } from '../contract/describe-malformed';
import { describeRows } from '../contract/describe-rows';
import { startScene, type Scene } from '../contract/scene';
import { liveThrough, type Story } from '../contract/story';

let scene: Scene;
let story: Story;

beforeAll(async () => {
  scene = await startScene();
  story = await liveThrough(scene);
});

afterAll(() => scene?.stop());

describe('the interface', () =>
  describeRows(
    () => scene,
    () => story,
  ));

describe('the decisions of the contract', () =>
  describeDecisions(
    () => scene,
    () => story,
  ));

describe('the OpenAPI document', () =>
  describeExamples(
    () => scene,
    () => story,
  ));

describe('a client that is generated from it', () => describeClient(() => scene));

describe('bad input', () => describeMalformed(() => scene));
