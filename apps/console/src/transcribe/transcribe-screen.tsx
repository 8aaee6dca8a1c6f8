import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { DocumentField } from '../upload/document-field';
import { useHiding } from '../anonymize/hiding-fields';
import { ask, client } from '../api/client';
import { toFailure } from '../api/failure';
import { useCapabilities } from '../capabilities';
import { useTextLanguage } from '../privacy/text-language';
import { RecordingFailure } from '../recording/recording-failure';
import { resultOf, submitRecording } from '../recording/transcribe';
import { useRecorder } from '../recording/use-recorder';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { FailureNotice, Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { beginTranscription, dropTranscription, useKept, type KeptTranscription } from './kept-transcription';
import { OptionFields } from './option-fields';
import { fieldsOf, FIRST_OPTIONS } from './options';
import { Transcript } from './transcript';

const AUDIO_TYPES = '.mp3,.wav,.m4a,.ogg,.flac,.aac,.opus,.webm,.mp4,.mov,.mkv,.amr,.wma,.aiff';

/**
 * Transcribes a recording. A transcription that has begun continues while the user is on other screens; leaving the screen
 * cancels an upload.
 */
export function TranscribeScreen() {
  const t = useTexts();
  const can = useCapabilities();
  const { transcription, recording } = useKept();
  const [file, setFile] = useState<File | undefined>(recording);
  const [unrecorded, setUnrecorded] = useState<unknown>();
  const recorder = useRecorder(setUnrecorded);
  const [options, setOptions] = useState(FIRST_OPTIONS);
  const hiding = useHiding();
  const textLanguage = useTextLanguage();
  const lang = options.lang ?? (can?.speech?.auto ? 'auto' : textLanguage);
  const address = useBlobAddress(file === recording ? undefined : file);
  const stop = useRef<AbortController>(undefined);
  const result = useRef<HTMLElement>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const submit = useMutation({
    mutationFn: async (audio: File) => {
      stop.current = new AbortController();
      const jobId = await submitRecording(audio, fieldsOf(lang, options, hiding), stop.current.signal);
      const { hides } = options;
      const caseId = hides ? hiding.caseId : undefined;
      beginTranscription({ jobId, name: audio.name, hides, caseId, names: {} }, audio);
    },
    // The button was disabled meanwhile, and no element has the focus.
    onSuccess: () => result.current?.focus(),
  });
  return (
    <Page title={t.nav.transcribe} intro={t.transcribe.intro}>
      {can?.transcription === false && <Notice kind="warning">{t.transcribe.notSetUp}</Notice>}
      <div className="columns">
        <div className="stack">
          <DocumentField
            file={file}
            progress={submit.isPending ? 1 : undefined}
            accept={AUDIO_TYPES}
            label={t.transcribe.choose}
            onFile={setFile}
          />
          <div className="row">
            {recorder.isRecording ? (
              <Button
                look="danger"
                icon="stop"
                onClick={() => void recorder.end().then(setFile, setUnrecorded)}
              >
                {t.chat.endRecording}
              </Button>
            ) : (
              <Button
                icon="microphone"
                onClick={() => {
                  setUnrecorded(undefined);
                  void recorder.begin();
                }}
              >
                {t.transcribe.record}
              </Button>
            )}
            {recorder.isRecording && <span role="status">{t.transcribe.recording}</span>}
          </div>
          <RecordingFailure error={unrecorded} />
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it has no transcript yet */}
          {address && <audio controls src={address} aria-label={t.transcribe.player} />}
          <OptionFields
            options={options}
            lang={lang}
            offer={can?.speech}
            hiding={hiding}
            onChange={(change) => setOptions((before) => ({ ...before, ...change }))}
          />
          <div className="row">
            <Button
              look="primary"
              icon="microphone"
              busy={submit.isPending}
              disabled={!file || (options.hides && hiding.choices.length === 0)}
              onClick={() => submit.mutate(file!)}
            >
              {t.transcribe.run}
            </Button>
          </div>
          <FailureNotice error={submit.error} />
        </div>
        <section className="card stack" aria-label={t.transcribe.result} ref={result} tabIndex={-1}>
          {transcription ? (
            <Transcription key={transcription.jobId} transcription={transcription} recording={recording} />
          ) : (
            <>
              <h2>{t.transcribe.result}</h2>
              <p className="muted">{t.transcribe.nothingYet}</p>
            </>
          )}
        </section>
      </div>
    </Page>
  );
}

interface TranscriptionProps {
  transcription: KeptTranscription;
  recording: File | undefined;
}

/** The progress of a transcription, its transcript, or why it failed. */
function Transcription({ transcription, recording }: TranscriptionProps) {
  const t = useTexts();
  const { jobId, name } = transcription;
  const player = useRef<HTMLAudioElement>(null);
  const address = useBlobAddress(recording);
  const [progress, setProgress] = useState<number>();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['transcript', jobId],
    queryFn: ({ signal }) => resultOf(jobId, setProgress, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const isRunning = !data && !error;
  const play = (seconds: number) => {
    if (!player.current) return;
    player.current.currentTime = seconds;
    void player.current.play();
  };
  const remove = async () => {
    const params = { path: { job_id: jobId } };
    await ask(client.DELETE('/ai/v1/job/{job_id}', { params })).catch((thrown: unknown) => {
      if (toFailure(thrown).status !== 404) throw thrown;
    });
    dropTranscription();
  };
  return (
    <>
      <div className="row">
        <div className="grow">
          <h2>{t.transcribe.result}</h2>
          <p className="muted small">{name}</p>
        </div>
        <Button size="small" icon={isRunning ? 'stop' : 'trash'} onClick={() => setAsksToDelete(true)}>
          {isRunning ? t.common.cancel : t.common.delete}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript below is the caption */}
      {address && <audio ref={player} controls src={address} aria-label={t.transcribe.player} />}
      {isRunning && (
        <>
          <progress value={progress || undefined} aria-label={t.transcribe.working} />
          <p className="muted small" role="status">
            {t.transcribe.goesOn}
          </p>
        </>
      )}
      <FailureNotice error={error} onRetry={isTemporary(error) ? () => void refetch() : undefined} />
      {data && <Transcript result={data} transcription={transcription} onPlay={address ? play : undefined} />}
      {asksToDelete && (
        <Confirm
          title={isRunning ? t.transcribe.cancelTitle : t.transcribe.deleteTitle}
          text={t.transcribe.deleteText}
          action={isRunning ? t.transcribe.cancelAction : t.common.delete}
          onConfirm={remove}
          onClose={() => setAsksToDelete(false)}
        />
      )}
    </>
  );
}

/** Returns whether the transcription may go on although its progress could not be read. */
const isTemporary = (error: unknown): boolean =>
  Boolean(error) && [0, 429, 502, 503, 504].includes(toFailure(error).status);

/** Returns an address under which only this page can play a file. */
function useBlobAddress(file: File | undefined): string | undefined {
  const address = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}
