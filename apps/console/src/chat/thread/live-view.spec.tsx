import { act, screen } from '@testing-library/react';
import { show } from '../../../testing/show';
import type { LiveTurn } from '../work/work';
import { LiveView } from './live-view';

const TURN: LiveTurn = {
  id: 'one',
  outgoing: {
    prompt: 'Hello',
    lang: 'en',
    choices: ['All'],
    isImage: false,
    protection: 'all',
    model: 'large',
  },
  answer: '',
  state: 'running',
  stop: () => undefined,
};

const open = async (turn: LiveTurn, hasOtherModels = true, showSent = false) => {
  const onChangeModel = jest.fn();
  const none = () => undefined;
  const view = await show(
    <LiveView
      turn={turn}
      isRunning
      showSent={showSent}
      hasOtherModels={hasOtherModels}
      onRetry={none}
      onEdit={none}
      onDiscard={() => undefined}
      onRestart={none}
      onChangeModel={onChangeModel}
    />,
  );
  return { ...view, onChangeModel };
};
const wait = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000));
const change = () => screen.queryByRole('button', { name: 'Stop and choose another model' });

describe('a provider that does not answer', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is named after 8 seconds, and after 30 seconds another model is offered', async () => {
    const { onChangeModel } = await open(TURN);
    expect(screen.getByRole('status')).toHaveTextContent('The answer is being generated');
    wait(8);
    expect(screen.getByRole('status')).toHaveTextContent('The provider has not answered yet.');
    expect(change()).toBeNull();
    wait(22);
    expect(screen.getByRole('status')).toHaveTextContent('for more than 30 seconds');
    act(() => change()!.click());
    expect(onChangeModel).toHaveBeenCalledWith(TURN);
  });

  it('is not named once the answer has begun', async () => {
    await open({ ...TURN, answer: 'Dear' });
    wait(60);
    expect(screen.getByRole('status')).toHaveTextContent('The answer is being generated');
  });

  it.each([
    [true, 'turn with-sent'],
    [false, 'turn'],
  ])(
    'has the columns of the stored turn that replaces it (with what the provider saw: %s)',
    async (showSent, columns) => {
      await open(TURN, true, showSent);
      expect(screen.getByRole('article')).toHaveAttribute('class', columns);
    },
  );

  it('has no other model if there is only one', async () => {
    await open(TURN, false);
    wait(60);
    expect(change()).toBeNull();
  });
});
