import { useMutation } from '@tanstack/react-query';
import { usePreferences } from '../preferences';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { download, fileNameOf } from '../ui/download';
import { Menu, MenuItem } from '../ui/menu';
import { FailureNotice } from '../ui/notice';
import { toJson, toSrt, toText, toVtt, type ShownTranscript } from './written-transcript';

/** Copies or downloads the transcript as it is shown. */
export function TranscriptDownload({ shown }: { shown: ShownTranscript }) {
  const t = useTexts();
  const { language } = usePreferences();
  const nameWith = (ending: string) => `${fileNameOf(shown.title, 'transcript')}.${ending}`;
  const writeDocument = useMutation({
    mutationFn: async () => {
      const { toDocx } = await import('./to-docx');
      download(nameWith('docx'), await toDocx(shown, language));
    },
    gcTime: 0,
  });
  const files = [
    ['txt', t.transcribe.asText, toText, 'text/plain'],
    ['srt', t.transcribe.asSrt, toSrt, 'text/plain'],
    ['vtt', t.transcribe.asVtt, toVtt, 'text/vtt'],
    ['json', t.transcribe.asJson, toJson, 'application/json'],
  ] as const;
  return (
    <>
      <div className="row">
        <CopyButton text={() => toText(shown)} />
        <Menu
          trigger={
            <Button size="small" icon="download" busy={writeDocument.isPending}>
              {t.common.download}
            </Button>
          }
        >
          <MenuItem icon="download" onSelect={() => writeDocument.mutate()}>
            {t.transcribe.asDocument}
          </MenuItem>
          {files.map(([ending, name, write, type]) => (
            <MenuItem
              key={ending}
              icon="download"
              onSelect={() => download(nameWith(ending), write(shown), type)}
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      </div>
      <FailureNotice error={writeDocument.error} />
    </>
  );
}
