import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePreferences } from '../../preferences';
import { useFormats, useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { download, fileNameOf } from '../../ui/download';
import { Check, SelectField } from '../../ui/field';
import { FailureNotice } from '../../ui/notice';
import { allTurnsOf } from '../thread/use-turns';
import { exportedChat, markdownOf } from './exported-chat';

const FORMATS = ['docx', 'pdf', 'markdown'] as const;

/** Asks for a format and whether the original values are in it, and downloads or prints a conversation. */
export function ExportChat({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useTexts();
  const formats = useFormats();
  const { language } = usePreferences();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('docx');
  const [isHidden, setIsHidden] = useState(false);
  const write = useMutation({
    mutationFn: async () => {
      const chat = exportedChat({ name, turns: await allTurnsOf(id), isHidden }, t, formats);
      const { title } = chat;
      if (format === 'markdown')
        return download(`${fileNameOf(title, 'chat')}.md`, markdownOf(chat), 'text/markdown');
      const { drawChat, printPage } = await import('./printed-chat');
      const { element, remove } = await drawChat(chat);
      try {
        if (format === 'pdf') return await printPage(title);
        const [{ docxOf }, { blocksOf }] = await Promise.all([
          import('../../ui/docx'),
          import('./blocks-of-chat'),
        ]);
        const [, ...blocks] = blocksOf(element);
        return download(`${fileNameOf(title, 'chat')}.docx`, await docxOf({ title, language, blocks }));
      } finally {
        remove();
      }
    },
    onSuccess: onClose,
  });
  return (
    <Dialog title={t.chat.exportTitle} onClose={onClose}>
      <p>{t.chat.exportText}</p>
      <SelectField
        label={t.chat.exportFormat}
        hint={format === 'pdf' ? t.chat.exportPdfHint : undefined}
        value={format}
        options={FORMATS.map((each) => [each, t.chat.exportFormats[each]] as const)}
        onChange={setFormat}
      />
      <Check label={t.chat.exportHidden} checked={isHidden} onChange={setIsHidden} />
      <FailureNotice error={write.error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button
          look="primary"
          icon={format === 'pdf' ? 'print' : 'download'}
          busy={write.isPending}
          onClick={() => write.mutate()}
        >
          {format === 'pdf' ? t.chat.print : t.common.download}
        </Button>
      </div>
    </Dialog>
  );
}
