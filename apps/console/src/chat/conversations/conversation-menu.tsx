import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../../texts';
import { IconButton } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { TextField } from '../../ui/field';
import { Menu, MenuItem } from '../../ui/menu';
import { loadPart } from '../../ui/load-part';
import { ExportChat } from './export-chat';
import { useDelete, useRename } from './use-conversations';

const Corrections = loadPart(async () => (await import('../corrections/corrections')).Corrections);
const ShareChat = loadPart(async () => (await import('../sharing/share-chat')).ShareChat);

interface Props {
  id: string;
  name: string;
  isCurrent: boolean;
  isPinned: boolean;
  /** Pins the conversation, or releases it. */
  onPin: () => void;
}

/**
 * The button of a conversation's menu. The menu itself is created when the button is pressed, because lists can have
 * thousands of rows.
 */
export function ConversationMenu(props: Props) {
  const t = useTexts();
  const [made, setMade] = useState(false);
  if (made) return <MadeMenu {...props} />;
  return (
    <IconButton
      icon="more"
      size="small"
      aria-haspopup="menu"
      label={t.chat.actionsOn(props.name)}
      onClick={() => setMade(true)}
    />
  );
}

/** The menu of a conversation: pin, rename, restore a text, corrections, share, download, and delete. */
function MadeMenu({ id, name, isCurrent, isPinned, onPin }: Props) {
  const t = useTexts();
  const [asks, setAsks] = useState<'rename' | 'corrections' | 'share' | 'export' | 'delete'>();
  const [, navigate] = useLocation();
  const remove = useDelete();
  const close = () => setAsks(undefined);
  return (
    <>
      <Menu defaultOpen trigger={<IconButton icon="more" size="small" label={t.chat.actionsOn(name)} />}>
        <MenuItem icon="pin" onSelect={onPin}>
          {isPinned ? t.chat.unpin : t.chat.pin}
        </MenuItem>
        <MenuItem icon="edit" onSelect={() => setAsks('rename')}>
          {t.common.rename}
        </MenuItem>
        <MenuItem icon="restore" onSelect={() => navigate(`/restore?chat=${id}`)}>
          {t.nav.restore}
        </MenuItem>
        <MenuItem icon="shield" onSelect={() => setAsks('corrections')}>
          {t.corrections.title}
        </MenuItem>
        <MenuItem icon="people" onSelect={() => setAsks('share')}>
          {t.sharing.share}
        </MenuItem>
        <MenuItem icon="download" onSelect={() => setAsks('export')}>
          {t.chat.export}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => setAsks('delete')}>
          {t.common.delete}
        </MenuItem>
      </Menu>
      {asks === 'rename' && <Rename id={id} name={name} onClose={close} />}
      {asks === 'corrections' && (
        <Suspense>
          <Corrections id={id} onClose={close} />
        </Suspense>
      )}
      {asks === 'share' && (
        <Suspense>
          <ShareChat id={id} onClose={close} />
        </Suspense>
      )}
      {asks === 'export' && <ExportChat id={id} name={name} onClose={close} />}
      {asks === 'delete' && (
        <Confirm
          title={t.chat.deleteTitle}
          text={t.chat.deleteText(name)}
          action={t.common.delete}
          onConfirm={async () => {
            await remove(id);
            if (isCurrent) navigate('/chat');
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function Rename({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useTexts();
  const [newName, setNewName] = useState(name);
  const rename = useRename();
  return (
    <Dialog title={t.chat.renameTitle} onClose={onClose}>
      <DialogForm
        action={t.common.save}
        run={rename}
        onSubmit={() => rename.mutate({ session_id: id, new_name: newName }, { onSuccess: onClose })}
        onClose={onClose}
      >
        <TextField label={t.common.name} value={newName} maxLength={200} required onChange={setNewName} />
      </DialogForm>
    </Dialog>
  );
}
