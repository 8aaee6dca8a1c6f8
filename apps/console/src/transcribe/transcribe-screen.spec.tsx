import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Schemas } from '../api/client';
import type { Case } from '../cases/use-cases';
import { dataOf, DONE, pageOf } from '../../testing/service';
import { downloads, enter, service, show, USER } from '../../testing/show';
import { openTranscription } from './kept-transcription';
import { TranscribeScreen } from './transcribe-screen';

const SUBMIT = '/ai/v1/job/transcribe';
const JOB = '/ai/v1/job/{job_id}';
const RESULT = '/ai/v1/job/{job_id}/result';
const SPEECH = { auto: true, words: true, vocabulary: true };
const able = (speech: typeof SPEECH | null) =>
  dataOf({ images: true, transcription: speech !== null, speech });
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
const PLAIN: Schemas['JobResultDto'] = {
  job_id: 'job',
  status: 'completed',
  transcript: 'Good morning. How are you?',
  segments: [
    { start: 0, end: 1.5, text: 'Good morning.' },
    { start: 1.5, end: 3, text: 'How are you?' },
  ],
  language: 'en',
  duration: 3,
};
const SPOKEN: Schemas['JobResultDto'] = {
  ...PLAIN,
  segments: [
    { start: 0, end: 1.5, text: 'This is [NAME_1].', speaker: 'S1' },
    { start: 1.5, end: 3, text: 'Good morning.', speaker: 'S1', overlap: true },
    { start: 3, end: 4, text: 'Hello.', speaker: 'S2' },
  ],
  speaker_names: { S1: '[NAME_1]' },
  file_url: 'http://service.example/ai/v1/files/job?expires=1&signature=s',
};

const choose = async (user: UserEvent) => {
  await user.upload(screen.getByLabelText('Choose a recording'), new File(['RIFF'], 'Call of Anna.wav'));
};
const run = async (user: UserEvent) => {
  await choose(user);
  await user.click(screen.getByRole('button', { name: 'Transcribe' }));
};
const transcribe = async () => {
  const page = await show(<TranscribeScreen />, { role: 'member' });
  await screen.findByRole('option', { name: 'Recognized automatically' });
  await run(page.user);
  return page;
};
const transcript = () => within(screen.getByRole('region', { name: 'Transcript' }));
const rows = async () => (await transcript().findAllByRole('listitem')).map(({ textContent }) => textContent);
const answersWith = (result: Schemas['JobResultDto']) => {
  service.answers('get', JOB, jobOf('completed', 1));
  service.answers('get', RESULT, result);
};
/** Downloads the transcript, and returns its content. */
const downloaded = async (user: UserEvent, name: string): Promise<string> => {
  const written = jest.spyOn(URL, 'createObjectURL');
  await user.click(transcript().getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  await waitFor(() => expect(written).toHaveBeenCalled());
  const [content] = written.mock.lastCall!;
  written.mockRestore();
  return (content as Blob).text();
};

beforeEach(() => {
  openTranscription(USER.id);
  service
    .answers('get', '/ai/v1/capabilities', able(SPEECH))
    .answers('get', '/ai/v1/cases', pageOf<Case>([]))
    .answers('get', '/ai/v1/kinds', { ...dataOf([]), allow_unprotected: true, share_originals: false })
    .on('post', SUBMIT, () => Response.json({ status: 'accepted', job_id: 'job' }, { status: 202 }));
});
afterEach(() => openTranscription(undefined));

describe('the screen that transcribes', () => {
  it('says if no speech recognition is set up', async () => {
    service.answers('get', '/ai/v1/capabilities', able(null));
    await show(<TranscribeScreen />, { role: 'admin' });
    expect(await screen.findByText(/^No speech recognition is set up/)).toBeVisible();
  });

  it('shows an empty transcript, and no action without a recording', async () => {
    await show(<TranscribeScreen />, { role: 'member' });
    expect(transcript().getByText('The transcript will appear here.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Transcribe' })).toBeDisabled();
  });

  it('shows the progress of the job, which continues while the user is on another screen', async () => {
    service.answers('get', JOB, jobOf('accepted', 0.4));
    const { unmount } = await transcribe();
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Transcribing' })).toHaveAttribute('value', '0.4'),
    );
    expect(transcript().getByLabelText('Recording')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Transcript' })).toHaveFocus();
    unmount();
    answersWith(PLAIN);
    await show(<TranscribeScreen />, { role: 'member' });
    expect(await rows()).toEqual(['0:00Good morning.', '0:01How are you?']);
  });

  it('is cancelled on request, which ends the job', async () => {
    service.answers('get', JOB, jobOf('accepted', 0.4)).answers('delete', JOB, DONE);
    const { user } = await transcribe();
    await user.click(await transcript().findByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Cancel transcription' }));
    expect(await transcript().findByText('The transcript will appear here.')).toBeVisible();
    expect(service.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Anna');
  });

  it('shows the transcript by segment, and offers it as text, subtitles, data and document', async () => {
    answersWith(PLAIN);
    const { user } = await transcribe();
    expect(await rows()).toEqual(['0:00Good morning.', '0:01How are you?']);
    expect(await downloaded(user, 'Text')).toBe('Good morning. How are you?\n');
    expect(await downloaded(user, 'Subtitles (SRT)')).toMatch(/^1\n00:00:00,000/);
    expect(await downloaded(user, 'Subtitles (VTT)')).toMatch(/^WEBVTT\n/);
    expect(JSON.parse(await downloaded(user, 'JSON'))).toMatchObject({ language: 'en', duration: 3 });
    expect(await downloaded(user, 'Word (DOCX)')).toMatch(/^PK/);
    expect(downloads).toEqual(
      ['txt', 'srt', 'vtt', 'json', 'docx'].map((ending) => `Call of Anna.${ending}`),
    );
    expect(service.bodies('post', SUBMIT)).toEqual([
      { lang: 'auto', delivery: 'poll', format: 'json', file: expect.anything() },
    ]);
  });

  it('plays a segment that the user presses', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    answersWith(PLAIN);
    const { user } = await transcribe();
    await user.click(await transcript().findByRole('button', { name: 'Play from 0:01' }));
    expect(play).toHaveBeenCalledTimes(1);
    expect(transcript().getByLabelText<HTMLAudioElement>('Recording').currentTime).toBe(1.5);
  });

  it('deletes the transcript at the service on request, also if it is gone there', async () => {
    answersWith(PLAIN);
    service.refuses('delete', JOB, { status: 404, code: 'not_found' });
    const { user } = await transcribe();
    await rows();
    await user.click(transcript().getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await transcript().findByText('The transcript will appear here.')).toBeVisible();
  });

  it('says if the recording contains no speech', async () => {
    answersWith({ ...PLAIN, transcript: '', segments: [] });
    await transcribe();
    expect(await transcript().findByText('The recording contains no speech.')).toBeVisible();
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

describe('the options of a transcription', () => {
  it('are those that the speech engine has', async () => {
    service.answers('get', '/ai/v1/capabilities', able({ auto: false, words: false, vocabulary: false }));
    const { user } = await show(<TranscribeScreen />, { role: 'member' });
    await user.click(screen.getByLabelText('Hide personal data in the transcript'));
    const languages = within(screen.getByLabelText('Language of the recording'));
    expect(languages.getAllByRole('option').map(({ textContent }) => textContent)).not.toContain(
      'Recognized automatically',
    );
    expect(screen.queryByText('More options')).toBeNull();
    expect(screen.queryByLabelText('Also mute these values in the recording')).toBeNull();
  });

  it('are sent with the recording', async () => {
    service.answers('get', JOB, jobOf('accepted'));
    const { user } = await show(<TranscribeScreen />, { role: 'member' });
    await user.selectOptions(await screen.findByLabelText('Language of the recording'), 'German');
    await user.selectOptions(screen.getByLabelText('Speakers'), '3 speakers');
    await user.click(screen.getByLabelText('Hide personal data in the transcript'));
    await user.click(screen.getByLabelText('Also mute these values in the recording'));
    await user.click(screen.getByText('More options'));
    await user.click(screen.getByLabelText('Times of single words, in the JSON file'));
    await enter(user, screen.getByLabelText('Special words'), 'Kubernetes');
    await run(user);
    await waitFor(() => expect(service.bodies('post', SUBMIT)).toHaveLength(1));
    expect(service.bodies('post', SUBMIT)).toMatchObject([
      {
        lang: 'de',
        speakers: '3',
        speaker_names: 'true',
        choices: 'All',
        anonymized: 'false',
        restorable: 'true',
        bleep: 'true',
        words: 'true',
        vocabulary: 'Kubernetes',
      },
    ]);
  });

  it('may be one speaker for each channel', async () => {
    service.answers('get', JOB, jobOf('accepted'));
    const { user } = await show(<TranscribeScreen />, { role: 'member' });
    await user.selectOptions(screen.getByLabelText('Speakers'), 'One for each channel');
    await run(user);
    await waitFor(() => expect(service.bodies('post', SUBMIT)).toHaveLength(1));
    expect(service.bodies('post', SUBMIT)).toMatchObject([{ channels: 'split', speaker_names: 'true' }]);
    expect(service.bodies('post', SUBMIT)).not.toMatchObject([{ speakers: expect.anything() }]);
  });
});

describe('a transcript with speakers and hidden values', () => {
  const RESTORE = '/ai/v1/restore';
  const span = { start: 8, end: 18, kind: 'Names' as const, replacement: '[NAME_1]' };

  beforeEach(() => {
    answersWith(SPOKEN);
    service.answers(
      'post',
      RESTORE,
      dataOf({
        texts: ['This is Anna Weber.', 'Good morning.', 'Hello.', 'Anna Weber'],
        restored: 2,
        spans: [[span], [], [], [{ ...span, start: 0, end: 10 }]],
      }),
    );
  });

  const hidden = async () => {
    const page = await show(<TranscribeScreen />, { role: 'member' });
    await page.user.click(screen.getByLabelText('Hide personal data in the transcript'));
    await run(page.user);
    await rows();
    return page;
  };
  const showValues = async (user: UserEvent) => {
    await user.click(transcript().getByRole('switch', { name: 'Show the original values' }));
    await transcript().findByText('Anna Weber', { selector: 'mark' });
  };

  it('shows each speaker at the begin of a turn, with the name that they say of themselves', async () => {
    await hidden();
    expect(await rows()).toEqual([
      '0:00[NAME_1]This is [NAME_1].',
      '0:01Good morning.two speak',
      '0:03Speaker 2Hello.',
    ]);
  });

  it('shows the original values on request, and hides them again, with one request', async () => {
    const { user } = await hidden();
    await showValues(user);
    expect(await rows()).toEqual([
      '0:00Anna WeberThis is Anna Weber.',
      '0:01Good morning.two speak',
      '0:03Speaker 2Hello.',
    ]);
    expect(transcript().getByText('Anna Weber', { selector: 'mark' })).toHaveAccessibleName(
      'Anna Weber: Name, in place of [NAME_1]',
    );
    const change = transcript().getByRole('switch');
    await user.click(change);
    expect((await rows())[0]).toBe('0:00[NAME_1]This is [NAME_1].');
    await user.click(change);
    await transcript().findByText('Anna Weber', { selector: 'mark' });
    expect(service.bodies('post', RESTORE)).toEqual([
      {
        job_id: 'job',
        texts: ['This is [NAME_1].', 'Good morning.', 'Hello.', '[NAME_1]'],
        spans: true,
      },
    ]);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Anna Weber');
  });

  it('is downloaded as it is shown: hidden, without the name of the file, or with the original values', async () => {
    const { user } = await hidden();
    expect(await downloaded(user, 'Text')).toBe(
      '[NAME_1]: This is [NAME_1]. Good morning.\n\nSpeaker 2: Hello.\n',
    );
    await showValues(user);
    expect(await downloaded(user, 'Text')).toBe(
      'Anna Weber: This is Anna Weber. Good morning.\n\nSpeaker 2: Hello.\n',
    );
    expect(downloads).toEqual(['Transcript.txt', 'Call of Anna.txt']);
  });

  it('has the names that the user gives to speakers, which stay in this tab and are never sent', async () => {
    const { user, unmount } = await hidden();
    const second = transcript().getByLabelText('Speaker 2');
    await enter(user, second, 'Hans');
    expect((await rows())[2]).toBe('0:03HansHello.');
    await user.clear(transcript().getByLabelText('Speaker 1'));
    expect((await rows())[0]).toBe('0:00Speaker 1This is [NAME_1].');
    unmount();
    const again = await show(<TranscribeScreen />, { role: 'member' });
    expect((await rows())[2]).toBe('0:03HansHello.');
    again.unmount();
    expect(JSON.stringify(service.requests.map(({ body }) => body))).not.toContain('Hans');
    openTranscription('another user');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Hans');
  });

  it('says why the original values cannot be shown', async () => {
    service.refuses('post', RESTORE, { status: 410, code: 'gone' });
    const { user } = await hidden();
    await user.click(transcript().getByRole('switch'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The content was deleted.');
    expect((await rows())[0]).toContain('[NAME_1]');
  });

  it('has a muted recording from this origin to play and to download', async () => {
    await hidden();
    const own = '/ai/v1/files/job?expires=1&signature=s';
    expect(transcript().getByLabelText('Muted recording')).toHaveAttribute('src', own);
    const link = transcript().getByRole('link', { name: 'Download the muted recording' });
    expect(link).toHaveAttribute('href', own);
    expect(link).toHaveAttribute('download');
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
