import { useEffect, useRef, useState } from 'react';
import { startRecorder, type Recorder } from './recorder';

/** Records the microphone, at the longest until the component leaves the page. */
export function useRecorder(onFailure: (thrown: unknown) => void) {
  const [recorder, setRecorder] = useState<Recorder>();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  useEffect(() => () => recorder?.cancel(), [recorder]);
  return {
    isRecording: recorder !== undefined,
    begin: async (): Promise<void> => {
      try {
        const started = await startRecorder();
        if (isShown.current) setRecorder(started);
        else started.cancel();
      } catch (thrown) {
        onFailure(thrown);
      }
    },
    /** @returns the recording; undefined if none was running */
    end: async (): Promise<File | undefined> => {
      const recording = recorder?.stop();
      setRecorder(undefined);
      return recording;
    },
  };
}
