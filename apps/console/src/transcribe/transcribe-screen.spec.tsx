import { screen, waitFor, within } from '@testing-library/react';
import { dataOf } from '../../testing/service';
import { downloads, service, show } from '../../testing/show';
import { TranscribeScreen } from './transcribe-screen';

const SUBMIT = '/ai/v1/job/transcribe';
const JOB = '/ai/v1/job/{job_id}';
const jobOf = (
  status: 'accepted' | 'completed' | 'failed',
  progress = 0,
  code: 'no_words' | null = null,
) => ({
  job_id: 'job',
  type: 'transcription' as const,
  status,
  progress,
  error: code && 'no words',
  error_code: code,
  created_at: '2026-01-15T09:30:00.000Z',
  finished_at: null,
  delivery: null,
});
const RESULT = {
  job_id: 'job',
  status: 'completed' as const,
  transcript: 'Good morning. How are you?',
  segments: [
    { start: 0, end: 1.5, text: 'Good morning.' },
    { start: 1.5, end: 3, text: 'How are you?' },
  ],
};

const transcribe = async () => {
  const { user } = await show(<TranscribeScreen />, { role: 'member' });
  await user.upload(screen.getByLabelText('Choose a recording'), new File(['RIFF'], 'talk.wav'));
  await user.click(screen.getByRole('button', { name: 'Transcribe' }));
  return user;
};
const transcript = () => within(screen.getByRole('region', { name: 'Transcript' }));

beforeEach(() => {
  service.answers('get', '/ai/v1/capabilities', dataOf({ images: true, transcription: true }));
});

describe('the screen that transcribes', () => {
  beforeEach(() => {
    service.on('post', SUBMIT, () => Response.json({ ...dataOf({}), job_id: 'job' }, { status: 202 }));
  });

  it('says if no speech recognition is set up', async () => {
    service.answers('get', '/ai/v1/capabilities', dataOf({ images: true, transcription: false }));
    await show(<TranscribeScreen />, { role: 'admin' });
    expect(await screen.findByText(/^No speech recognition is set up/)).toBeVisible();
  });

  it('shows an empty transcript, and no action without a recording', async () => {
    await show(<TranscribeScreen />, { role: 'member' });
    expect(transcript().getByText('The transcript will appear here.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Transcribe' })).toBeDisabled();
  });

  it('shows the progress of the job', async () => {
    service.answers('get', JOB, jobOf('accepted', 0.4));
    await transcribe();
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Transcribing' })).toHaveAttribute('value', '0.4'),
    );
    expect(transcript().getByLabelText('Recording')).toBeVisible();
  });

  it('shows the transcript by segment, and offers it as text and as subtitles', async () => {
    service.answers('get', JOB, jobOf('completed', 1));
    service.answers('get', '/ai/v1/job/{job_id}/result', RESULT);
    const user = await transcribe();
    expect((await transcript().findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      '0:00Good morning.',
      '0:01How are you?',
    ]);
    for (const name of ['Text', 'SRT', 'VTT']) await user.click(transcript().getByRole('button', { name }));
    expect(downloads).toEqual(['transcript.txt', 'transcript.srt', 'transcript.vtt']);
    expect(service.bodies('post', SUBMIT)).toMatchObject([{ lang: 'en', delivery: 'poll' }]);
    expect(service.bodies('post', SUBMIT)).not.toMatchObject([{ choices: expect.anything() }]);
  });

  it('plays a segment that the user presses', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    service.answers('get', JOB, jobOf('completed', 1));
    service.answers('get', '/ai/v1/job/{job_id}/result', RESULT);
    const user = await transcribe();
    await user.click(await transcript().findByRole('button', { name: '0:01' }));
    expect(play).toHaveBeenCalledTimes(1);
    expect(transcript().getByLabelText<HTMLAudioElement>('Recording').currentTime).toBe(1.5);
  });

  it('hides personal data in the transcript on request', async () => {
    service.answers('get', '/ai/v1/kinds', { ...dataOf([]), allow_unprotected: true });
    service.answers('get', JOB, jobOf('completed', 1));
    service.answers('get', '/ai/v1/job/{job_id}/result', RESULT);
    const { user } = await show(<TranscribeScreen />, { role: 'member' });
    await user.click(screen.getByLabelText('Hide personal data in the transcript'));
    await user.upload(screen.getByLabelText('Choose a recording'), new File(['RIFF'], 'talk.wav'));
    await user.click(screen.getByRole('button', { name: 'Transcribe' }));
    await transcript().findAllByRole('listitem');
    expect(service.bodies('post', SUBMIT)).toMatchObject([{ choices: 'All' }]);
  });

  it('says why a recording is refused', async () => {
    service.refuses('post', SUBMIT, { status: 415, code: 'unsupported_audio' });
    await transcribe();
    expect(await screen.findByRole('alert')).toHaveTextContent('This recording cannot be read.');
  });

  it('says why a job failed', async () => {
    service.answers('get', JOB, jobOf('failed', 0, 'no_words'));
    await transcribe();
    expect(await screen.findByRole('alert')).toHaveTextContent('no word of it was recognized');
  });
});

describe('the microphone', () => {
  const stop = jest.fn();
  const hear = (getUserMedia: () => Promise<unknown>, start = (): void => undefined) => {
    Object.assign(navigator, { mediaDevices: { getUserMedia } });
    Object.assign(globalThis, {
      MediaRecorder: class extends EventTarget {
        state = 'inactive';
        start(): void {
          start();
          this.state = 'recording';
        }
        stop(): void {
          this.state = 'inactive';
          this.dispatchEvent(new Event('stop'));
        }
      },
    });
  };
  const stream = { getTracks: () => [{ stop }] };

  beforeEach(() => stop.mockClear());

  it('is turned off when the user leaves the screen while it records', async () => {
    hear(async () => stream);
    const { user, unmount } = await show(<TranscribeScreen />, { role: 'member' });
    await user.click(screen.getByRole('button', { name: 'Record' }));
    expect(await screen.findByText('Recording …')).toBeVisible();
    expect(stop).not.toHaveBeenCalled();
    unmount();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('is turned off if the user allows it after leaving the screen', async () => {
    let allow: (stream: unknown) => void = () => undefined;
    hear(() => new Promise((resolve) => (allow = resolve)));
    const { user, unmount } = await show(<TranscribeScreen />, { role: 'member' });
    await user.click(screen.getByRole('button', { name: 'Record' }));
    unmount();
    allow(stream);
    await waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
  });

  it('is turned on once, and off again, if the user presses the button twice', async () => {
    const started: { stop: jest.Mock; allow: () => void }[] = [];
    hear(
      () =>
        new Promise((resolve) => {
          const track = { stop: jest.fn() };
          started.push({ ...track, allow: () => resolve({ getTracks: () => [track] }) });
        }),
    );
    const { user, unmount } = await show(<TranscribeScreen />, { role: 'member' });
    await user.dblClick(screen.getByRole('button', { name: 'Record' }));
    for (const { allow } of started) allow();
    expect(await screen.findByText('Recording …')).toBeVisible();
    unmount();
    expect(started.map(({ stop }) => stop.mock.calls.length)).toEqual([1]);
  });

  it('is turned off if the browser cannot record', async () => {
    hear(
      async () => stream,
      () => {
        throw new DOMException('no encoder', 'NotSupportedError');
      },
    );
    const { user } = await show(<TranscribeScreen />, { role: 'member' });
    await user.click(screen.getByRole('button', { name: 'Record' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('records nothing that the browser cannot decode, and says so', async () => {
    hear(async () => stream);
    Object.assign(globalThis, {
      OfflineAudioContext: class {
        decodeAudioData = () => Promise.reject(new DOMException('no samples', 'EncodingError'));
      },
    });
    const { user } = await show(<TranscribeScreen />, { role: 'member' });
    await user.click(screen.getByRole('button', { name: 'Record' }));
    await user.click(await screen.findByRole('button', { name: 'End recording' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This recording cannot be read.');
    expect(screen.getByRole('button', { name: 'Transcribe' })).toBeDisabled();
    expect(stop).toHaveBeenCalled();
  });

  it('is reported as missing until it can be used', async () => {
    hear(async () => {
      throw new DOMException('denied', 'NotAllowedError');
    });
    const { user } = await show(<TranscribeScreen />, { role: 'member' });
    await user.click(screen.getByRole('button', { name: 'Record' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no microphone');
    hear(async () => stream);
    await user.click(screen.getByRole('button', { name: 'Record' }));
    expect(await screen.findByRole('button', { name: 'End recording' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
