import { useTexts } from '../../texts';
import { Drawer } from '../../ui/drawer';
import { ConversationList } from './conversation-list';

/** The conversations where the screen has no room beside the open one. */
export function ConversationDrawer({
  current,
  onClose,
}: {
  current: string | undefined;
  onClose: () => void;
}) {
  const t = useTexts();
  return (
    <Drawer label={t.chat.conversations} onClose={onClose}>
      <ConversationList current={current} onOpen={onClose} />
    </Drawer>
  );
}
