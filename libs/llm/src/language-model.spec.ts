import { limitedModel, type Limits } from './language-model';

const settings = (more: Partial<Limits> = {}): Limits => ({
  models: [{ id: 'small', contextTokens: 1_000 }, { id: 'usual' }],
  contextTokens: 8_192,
  maxAnswerTokens: undefined,
  answerTokens: new Map(),
  ...more,
});

describe('the largest answer of a model', () => {
  it('is a quarter of its context, and at most 4096 tokens, if nothing is set', () => {
    expect(limitedModel('small', settings())).toMatchObject({
      id: 'small',
      promptTokens: 750,
      answerTokens: 250,
    });
    expect(limitedModel('usual', settings()).answerTokens).toBe(2_048);
    expect(limitedModel('large', settings({ contextTokens: 128_000 })).answerTokens).toBe(4_096);
  });

  it('is the setting for the model, or else the setting for all models', () => {
    const set = settings({ maxAnswerTokens: 100, answerTokens: new Map([['small', 300]]) });
    expect(limitedModel('small', set)).toMatchObject({ id: 'small', promptTokens: 700, answerTokens: 300 });
    expect(limitedModel('usual', set).answerTokens).toBe(100);
  });
});
