import { useRef } from 'react';
import type { Schemas } from '../api/client';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { download } from '../ui/download';
import { shortClock, toSrt, toVtt } from './subtitles';

interface Props {
  result: Schemas['JobResultDto'] | undefined;
  /** The address of the recording. */
  address: string | undefined;
}

/** The transcript by segment. Pressing a segment plays it. */
export function Transcript({ result, address }: Props) {
  const t = useTexts();
  const player = useRef<HTMLAudioElement>(null);
  const play = (start: number) => {
    if (!player.current) return;
    player.current.currentTime = start;
    void player.current.play();
  };
  const segments = result?.segments ?? [];
  const text = result?.transcript ?? '';
  return (
    <section className="card stack" aria-label={t.transcribe.result} aria-live="polite">
      <h2>{t.transcribe.result}</h2>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript below is the caption */}
      {address && <audio ref={player} controls src={address} aria-label={t.transcribe.player} />}
      {result ? (
        <>
          <div className="row">
            <CopyButton text={text} />
            <Button size="small" icon="download" onClick={() => download('transcript.txt', text)}>
              {t.transcribe.asText}
            </Button>
            <Button size="small" icon="download" onClick={() => download('transcript.srt', toSrt(segments))}>
              SRT
            </Button>
            <Button
              size="small"
              icon="download"
              onClick={() => download('transcript.vtt', toVtt(segments), 'text/vtt')}
            >
              VTT
            </Button>
          </div>
          {segments.length === 0 && <p className="pre">{text}</p>}
          <ol className="segments">
            {segments.map(({ start, text }) => (
              <li key={start}>
                <Button look="ghost" size="small" onClick={() => play(start)}>
                  {shortClock(start)}
                </Button>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="muted">{t.transcribe.nothingYet}</p>
      )}
    </section>
  );
}
