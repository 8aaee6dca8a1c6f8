import { useTexts } from '../../texts';
import { Icon } from '../../ui/icon';

interface Props {
  text: string;
  /** The name of the attached document; empty: unknown; undefined: none. */
  document: string | undefined;
}

export function Prompt({ text, document }: Props) {
  const t = useTexts();
  return (
    <div className="prompt">
      <span className="visually-hidden">{t.chat.you}</span>
      <p className="pre">{text}</p>
      {document !== undefined && (
        <p className="row small">
          <Icon name="attach" /> {document || t.chat.withDocument}
        </p>
      )}
    </div>
  );
}
