import { useRef } from 'react';
import { useTexts } from '../../texts';
import { Drawer } from '../../ui/drawer';
import { ConversationList } from './conversation-list';

/** The list of conversations as a drawer on narrow screens. */
export function ConversationDrawer({
  current,
  onClose,
}: {
  current: string | undefined;
  onClose: () => void;
}) {
  const t = useTexts();
  const search = useRef<HTMLInputElement>(null);
  return (
    <Drawer label={t.chat.conversations} onClose={onClose}>
      <ConversationList current={current} search={search} onOpen={onClose} onNew={onClose} />
    </Drawer>
  );
}
