import { useEffect, useRef, useState } from 'react';
import { startRecorder, type Recorder } from './recorder';

/** Records the microphone, at the longest until the component leaves the page. */
export function useRecorder(onFailure: (thrown: unknown) => void) {
  const [recorder, setRecorder] = useState<Recorder>();
  const isShown = useRef(false);
  /** Whether a recording is running or being started. The user may press the button twice before it is shown. */
  const isActive = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  useEffect(() => () => recorder?.cancel(), [recorder]);
  return {
    isRecording: recorder !== undefined,
    /** Does nothing during a recording. */
    begin: async (): Promise<void> => {
      if (isActive.current) return;
      isActive.current = true;
      try {
        const started = await startRecorder();
        if (isShown.current) setRecorder(started);
        else started.cancel();
      } catch (thrown) {
        isActive.current = false;
        onFailure(thrown);
      }
    },
    /** @returns the recording; undefined if none was running */
    end: async (): Promise<File | undefined> => {
      isActive.current = false;
      const recording = recorder?.stop();
      setRecorder(undefined);
      return recording;
    },
  };
}
