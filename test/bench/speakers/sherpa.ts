import { createRequire } from 'node:module';
import type { SpeakerTurn } from '../../../libs/transcription/src/speakers/speaker-turns';
import { shippedModel } from '../../../libs/transcription/src/speech/shipped-model';

/** The part of sherpa-onnx's own diarization that this benchmark uses. */
interface Diarization {
  process(samples: Float32Array): SpeakerTurn[];
  setConfig(config: object): void;
}
type Sherpa = { OfflineSpeakerDiarization: new (config: object) => Diarization };

/** The distance of two voices above which they are two speakers: the best one of earlier measurements. */
const THRESHOLD = 0.65;

/** Returns sherpa-onnx's own diarization, with the same models. */
export function sherpaDiarization(): (samples: Int16Array, count?: number) => SpeakerTurn[] {
  const { OfflineSpeakerDiarization } = createRequire(__filename)('sherpa-onnx-node') as Sherpa;
  const clusteringOf = (count?: number) => ({ numClusters: count ?? -1, threshold: THRESHOLD });
  const diarization = new OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: shippedModel('speech-overlap.onnx') }, numThreads: 1 },
    embedding: { model: shippedModel('voice-encoder.onnx'), numThreads: 1 },
    clustering: clusteringOf(),
    minDurationOn: 0.2,
    minDurationOff: 0.5,
  });
  return (samples, count) => {
    diarization.setConfig({ clustering: clusteringOf(count) });
    return diarization.process(Float32Array.from(samples, (sample) => sample / 32_768));
  };
}
