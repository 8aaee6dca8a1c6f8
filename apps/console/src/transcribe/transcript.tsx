import { useMutation } from '@tanstack/react-query';
import { Switch } from 'radix-ui';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { MarkedText } from '../privacy/marked-text';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { FailureNotice } from '../ui/notice';
import { nameSpeaker, type KeptTranscription } from './kept-transcription';
import { MutedRecording } from './muted-recording';
import { restoreTranscript, type RestoredSegment } from './restore-transcript';
import { Speakers } from './speakers';
import { TranscriptDownload } from './transcript-download';
import { shortClock, type Segment, type ShownTranscript } from './written-transcript';

interface Props {
  result: Schemas['JobResultDto'];
  transcription: KeptTranscription;
  /** Plays the recording from a time; undefined after the page was reloaded */
  onPlay: ((seconds: number) => void) | undefined;
}

/** The transcript by segment, with the names of speakers. Pressing a time plays the segment. */
export function Transcript({ result, transcription, onPlay }: Props) {
  const t = useTexts();
  const [wantsValues, setWantsValues] = useState(false);
  const restore = useMutation({
    mutationFn: () => restoreTranscript(result, transcription),
    // The values leave the memory of the page with this screen.
    gcTime: 0,
  });
  const restored = wantsValues ? restore.data : undefined;
  const segments: readonly Segment[] = restored?.segments ?? result.segments ?? [];
  const suggested = restored?.names ?? result.speaker_names ?? {};
  const speakers = speakersOf(segments);
  const names = Object.fromEntries(
    speakers.map((id) => [
      id,
      (transcription.names[id] ?? suggested[id])?.trim() || t.transcribe.speaker(id.slice(1)),
    ]),
  );
  const isHidden = transcription.hides && !restored;
  const shown: ShownTranscript = {
    // The name of a file may contain personal data.
    title: isHidden ? t.transcribe.result : transcription.name.replace(/\.\w+$/, ''),
    segments: segments.map(withoutSpans),
    names,
    language: result.language,
    duration: result.duration,
  };
  return (
    <>
      {transcription.hides && (
        <Switch.Root
          className="switch"
          checked={wantsValues}
          onCheckedChange={(wants) => {
            setWantsValues(wants);
            if (wants && !restore.data) restore.mutate();
          }}
        >
          {t.transcribe.showValues}
        </Switch.Root>
      )}
      <FailureNotice error={wantsValues && restore.error} />
      {speakers.length > 0 && (
        <Speakers
          speakers={speakers}
          names={transcription.names}
          suggested={suggested}
          isHidden={isHidden}
          onName={nameSpeaker}
        />
      )}
      <TranscriptDownload shown={shown} />
      {result.file_url && <MutedRecording address={result.file_url} />}
      {segments.length === 0 && <p className="muted">{t.transcribe.noSpeech}</p>}
      <ol className="segments">
        {segments.map((segment, index) => (
          <li key={index}>
            {onPlay ? (
              <Button
                look="ghost"
                size="small"
                aria-label={t.transcribe.playFrom(shortClock(segment.start))}
                onClick={() => onPlay(segment.start)}
              >
                {shortClock(segment.start)}
              </Button>
            ) : (
              <span className="muted small">{shortClock(segment.start)}</span>
            )}
            <span>
              {segment.speaker && segment.speaker !== segments[index - 1]?.speaker && (
                <strong className="speaker">{names[segment.speaker]}</strong>
              )}
              <SegmentText segment={segment} />
              {segment.overlap && <span className="badge overlap">{t.transcribe.overlap}</span>}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function SegmentText({ segment }: { segment: Segment | RestoredSegment }) {
  const t = useTexts();
  if (!('spans' in segment) || segment.spans.length === 0) return <>{segment.text}</>;
  return <MarkedText text={segment.text} spans={segment.spans} relation={t.restore.inPlaceOf} />;
}

function withoutSpans(segment: Segment | RestoredSegment): Segment {
  if (!('spans' in segment)) return segment;
  const { spans: _spans, ...rest } = segment;
  return rest;
}

/** Returns the ids of the speakers, in the order in which they first speak. */
const speakersOf = (segments: readonly Segment[]): string[] => [
  ...new Set(segments.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker]))),
];
