import { Fragment } from 'react';
import { familyOf } from '../../privacy/kinds';
import { partsOf } from '../../privacy/parts';
import { useTexts } from '../../texts';
import { IconButton } from '../../ui/button';
import { Drawer } from '../../ui/drawer';
import type { DocumentFindings } from './document-findings';

/** Rendering a longer text would be slow, and users do not read it to the end. */
const MOST_SHOWN = 50_000;

interface Props {
  name: string;
  findings: DocumentFindings;
  onClose: () => void;
}

/** The detected values of a document, followed by the text with the values marked. */
export function DocumentDrawer({ name, findings: { text, values, spans }, onClose }: Props) {
  const t = useTexts();
  const shown = text.slice(0, MOST_SHOWN);
  return (
    <Drawer label={t.documents.title(name)} side="right" onClose={onClose}>
      <div className="document-findings">
        <div className="row">
          <h2 className="grow">{name}</h2>
          <IconButton icon="close" size="small" label={t.common.close} onClick={onClose} />
        </div>
        {values.length === 0 && <p className="muted">{t.documents.nothing}</p>}
        <ul className="found-values">
          {values.map(({ kind, original, isClear }, index) => (
            <li key={index} className={isClear ? 'chip clear' : `chip ${familyOf(kind)}`}>
              <span className="chip-text">{original}</span>{' '}
              <span className="small">{isClear ? t.protection.leavesInClear : t.kinds[kind]}</span>
            </li>
          ))}
        </ul>
        <h3>{t.documents.text}</h3>
        <p className="pre marked small" tabIndex={0}>
          {partsOf(shown, spans).map(({ text: part, span }, index) =>
            span ? (
              <mark
                key={index}
                className={span.isClear ? 'mark clear' : `mark ${familyOf(span.kind)}`}
                title={t.kinds[span.kind]}
              >
                {part}
              </mark>
            ) : (
              <Fragment key={index}>{part}</Fragment>
            ),
          )}
        </p>
        {text.length > MOST_SHOWN && <p className="muted small">{t.documents.shortened}</p>}
      </div>
    </Drawer>
  );
}
