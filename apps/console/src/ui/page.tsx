import { useEffect, type ReactNode } from 'react';

interface Props {
  title: string;
  intro?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen with its heading, introduction and actions. */
export function Page({ title, intro, actions, children }: Props) {
  useTitle(title);
  return (
    <div className="page">
      <header className="page-head">
        <div className="grow stack-small">
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · privacy-chat`;
  }, [title]);
}
