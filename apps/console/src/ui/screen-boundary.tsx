import { Component, type ReactNode } from 'react';
import { useTexts } from '../texts';
import { Button } from './button';
import { PartNotLoaded } from './load-part';
import { Notice } from './notice';
import { useTitle } from './page';

interface Props {
  /** The landmark around the page of an error, if there is no other. */
  as?: 'main' | 'div';
  /** The path of the page. The children are rendered again when it changes after a failure. */
  path?: string;
  children: ReactNode;
}

interface State {
  path?: string | undefined;
  failed?: { error: unknown } | undefined;
}

/** Shows a page with the way out instead of its children if they fail to load or to render. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, failed: undefined };
  }

  override render() {
    const { as = 'div', children } = this.props;
    const { failed } = this.state;
    return failed ? <FailedScreen as={as} error={failed.error} /> : children;
  }
}

function FailedScreen({ as: Frame, error }: { as: 'main' | 'div'; error: unknown }) {
  const t = useTexts();
  const { title, what, advice } = error instanceof PartNotLoaded ? t.broken.notLoaded : t.broken.failed;
  useTitle(title);
  return (
    <Frame className="page">
      <h1>{title}</h1>
      <Notice kind="failure">
        <p>{what}</p>
        <p className="small">{advice}</p>
        <p className="small">{t.broken.drafts}</p>
        <div className="row notice-actions">
          <Button size="small" icon="repeat" onClick={() => location.reload()}>
            {t.broken.reload}
          </Button>
        </div>
      </Notice>
    </Frame>
  );
}
