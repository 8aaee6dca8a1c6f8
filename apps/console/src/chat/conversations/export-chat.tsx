import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats, useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { download, fileNameOf } from '../../ui/download';
import { Check } from '../../ui/field';
import { FailureNotice } from '../../ui/notice';
import { allTurnsOf, type Turn } from '../thread/use-turns';

/** Asks whether a conversation is downloaded with its original values, and downloads it as Markdown. */
export function ExportChat({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useTexts();
  const formats = useFormats();
  const [isHidden, setIsHidden] = useState(false);
  const write = useMutation({
    mutationFn: async () => {
      const turns = await allTurnsOf(id);
      const parts = turns.map((turn) => partOf(turn, isHidden));
      const written = parts.map(({ said, at, prompt, answer, model }) =>
        [
          said && `## ${t.chat.exported.you}${at ? `, ${formats.dateTime(at)}` : ''}\n\n${prompt}`,
          `## ${model ?? t.chat.exported.model}\n\n${answer || t.chat.exported.image}`,
        ]
          .filter(Boolean)
          .join('\n\n'),
      );
      // The name is made of the first message, which may contain personal data.
      const title = isHidden ? t.chat.exported.title : name;
      download(`${fileNameOf(title, 'chat')}.md`, `# ${title}\n\n${written.join('\n\n')}\n`, 'text/markdown');
    },
    onSuccess: onClose,
  });
  return (
    <Dialog title={t.chat.exportTitle} onClose={onClose}>
      <p>{t.chat.exportText}</p>
      <Check label={t.chat.exportHidden} checked={isHidden} onChange={setIsHidden} />
      <FailureNotice error={write.error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button look="primary" icon="download" busy={write.isPending} onClick={() => write.mutate()}>
          {t.chat.exportAction}
        </Button>
      </div>
    </Dialog>
  );
}

/** Returns the texts of a turn. The prompt of a continuation is an instruction that the user did not write. */
const partOf = (turn: Turn, isHidden: boolean) => ({
  said: turn.continuesAt === undefined,
  at: turn.createdAt,
  model: turn.model,
  prompt: isHidden ? turn.anonymizedPrompt : turn.originalPrompt,
  // The link of an image expires.
  answer: turn.responseType === 'image' ? '' : isHidden ? turn.response : (turn.replacedResponse ?? ''),
});
