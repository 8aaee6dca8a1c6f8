import { openAiLoopsOf } from './ai-sdk-loops.mjs';
import * as scene from './scene.mjs';

const { createOpenAICompatible } = scene.load('@ai-sdk/openai-compatible');

const provider = createOpenAICompatible({
  name: 'gateway',
  baseURL: scene.baseURL,
  apiKey: scene.apiKey,
  includeUsage: true,
  supportsStructuredOutputs: true,
});

await scene.runAll(openAiLoopsOf({ model: provider('test-model'), maxRetries: 0 }));
