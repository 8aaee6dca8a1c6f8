import { useTexts } from '../../texts';
import { Icon } from '../../ui/icon';

interface Props {
  text: string;
  /** The names of the attached documents, or their number. */
  documents: readonly string[] | number;
}

export function Prompt({ text, documents }: Props) {
  const t = useTexts();
  return (
    <div className="prompt">
      <span className="visually-hidden">{t.chat.you}</span>
      <p className="pre">{text}</p>
      {typeof documents === 'number'
        ? documents > 0 && <Attached>{t.chat.withDocuments(documents)}</Attached>
        : documents.map((name, index) => <Attached key={index}>{name}</Attached>)}
    </div>
  );
}

const Attached = ({ children }: { children: string }) => (
  <p className="row small">
    <Icon name="attach" /> {children}
  </p>
);
