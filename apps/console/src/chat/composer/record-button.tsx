import { useState } from 'react';
import { RecordingFailure } from '../../recording/recording-failure';
import { transcribe } from '../../recording/transcribe';
import { useRecorder } from '../../recording/use-recorder';
import { useTextLanguage } from '../../privacy/text-language';
import { useTexts } from '../../texts';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/** Records speech and adds its transcript to the prompt. */
export function RecordButton({ onText }: { onText: (text: string) => void }) {
  const t = useTexts();
  const lang = useTextLanguage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const recorder = useRecorder(setFailure);
  const end = async () => {
    setBusy(true);
    try {
      const file = await recorder.end();
      if (!file) return;
      const { transcript } = await transcribe(file, { lang });
      onText(transcript ?? '');
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {recorder.isRecording ? (
        <Button size="small" look="danger" icon="stop" onClick={() => void end()}>
          {t.chat.endRecording}
        </Button>
      ) : (
        <IconButton
          icon="microphone"
          size="small"
          label={t.chat.record}
          busy={busy}
          onClick={() => void recorder.begin()}
        />
      )}
      {failure !== undefined && (
        <Dialog title={t.chat.recordingFailed} onClose={() => setFailure(undefined)}>
          <RecordingFailure error={failure} />
        </Dialog>
      )}
    </>
  );
}
