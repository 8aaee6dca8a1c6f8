import { useState } from 'react';
import { startRecorder, type Recorder } from '../../recording/recorder';
import { transcribe } from '../../recording/transcribe';
import { useTextLanguage } from '../../privacy/text-language';
import { useTexts } from '../../texts';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FailureNotice } from '../../ui/notice';

/** Records speech and adds its transcript to the prompt. */
export function RecordButton({ onText }: { onText: (text: string) => void }) {
  const t = useTexts();
  const lang = useTextLanguage();
  const [recorder, setRecorder] = useState<Recorder>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const begin = () => startRecorder().then(setRecorder, setFailure);
  const end = async () => {
    if (!recorder) return;
    setRecorder(undefined);
    setBusy(true);
    try {
      const { transcript } = await transcribe({ file: await recorder.stop(), lang });
      onText(transcript ?? '');
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {recorder ? (
        <Button size="small" look="danger" icon="stop" onClick={() => void end()}>
          {t.chat.endRecording}
        </Button>
      ) : (
        <IconButton
          icon="microphone"
          size="small"
          label={t.chat.record}
          busy={busy}
          onClick={() => void begin()}
        />
      )}
      {failure !== undefined && (
        <Dialog title={t.chat.recordingFailed} onClose={() => setFailure(undefined)}>
          {failure instanceof DOMException ? <p>{t.chat.noMicrophone}</p> : <FailureNotice error={failure} />}
        </Dialog>
      )}
    </>
  );
}
