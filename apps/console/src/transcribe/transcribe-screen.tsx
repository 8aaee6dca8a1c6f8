import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { DocumentField } from '../anonymize/document-field';
import { useCapabilities } from '../capabilities';
import { choicesOf } from '../privacy/kinds';
import { KindsChoice } from '../privacy/kinds-choice';
import { TextLanguage, useTextLanguage } from '../privacy/text-language';
import { RecordingFailure } from '../recording/recording-failure';
import { transcribe } from '../recording/transcribe';
import { useRecorder } from '../recording/use-recorder';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Check } from '../ui/field';
import { FailureNotice, Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { Transcript } from './transcript';

const AUDIO_TYPES = '.mp3,.wav,.m4a,.ogg,.flac,.aac,.opus,.webm,.mp4,.mov,.mkv,.amr,.wma,.aiff';

/** Transcribes a recording. */
export function TranscribeScreen() {
  const t = useTexts();
  const can = useCapabilities();
  const lang = useTextLanguage();
  const [file, setFile] = useState<File>();
  const [unrecorded, setUnrecorded] = useState<unknown>();
  const recorder = useRecorder(setUnrecorded);
  const [hides, setHides] = useState(false);
  const [kinds, setKinds] = useState<readonly string[]>();
  const [progress, setProgress] = useState<number>();
  const address = useBlobAddress(file);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const run = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      const choices = hides ? choicesOf(kinds) : undefined;
      return transcribe({ file: file!, lang, choices, onProgress: setProgress, signal });
    },
    onSettled: () => setProgress(undefined),
  });
  return (
    <Page title={t.nav.transcribe} intro={t.transcribe.intro}>
      {can?.transcription === false && <Notice kind="warning">{t.transcribe.notSetUp}</Notice>}
      <div className="columns">
        <div className="stack">
          <DocumentField
            file={file}
            progress={undefined}
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
          <TextLanguage />
          <Check label={t.transcribe.hide} checked={hides} onChange={setHides} />
          {hides && <KindsChoice value={kinds} onChange={setKinds} />}
          <div className="row">
            <Button
              look="primary"
              icon="microphone"
              busy={run.isPending}
              disabled={!file}
              onClick={() => run.mutate()}
            >
              {t.transcribe.run}
            </Button>
          </div>
          {run.isPending && <progress value={progress || undefined} aria-label={t.transcribe.working} />}
          <FailureNotice error={run.error} />
        </div>
        <Transcript result={run.data} address={address} />
      </div>
    </Page>
  );
}

/** Returns an address under which only this page can play a file. */
function useBlobAddress(file: File | undefined): string | undefined {
  const address = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}
