import { useState } from 'react';
import { useTexts } from '../texts';
import { Button, IconButton } from './button';
import type { IconName } from './icon';

const SHOWN_MS = 2_000;

interface Props {
  text: string | (() => string);
  /** The same text with its formatting, for programs that accept it. */
  html?: () => string;
  label?: string;
  icon?: IconName;
  bare?: boolean;
  onCopied?: () => void;
}

/** Copies a text and confirms it. */
export function CopyButton({ text, html, label, icon: shown = 'copy', bare = false, onCopied }: Props) {
  const t = useTexts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const plain = typeof text === 'string' ? text : text();
    await (html ? writeFormatted(html(), plain) : navigator.clipboard.writeText(plain));
    setCopied(true);
    onCopied?.();
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const words = copied ? t.common.copied : (label ?? t.common.copy);
  const icon = copied ? 'check' : shown;
  return bare ? (
    <IconButton icon={icon} size="small" label={words} onClick={() => void copy()} />
  ) : (
    <Button icon={icon} size="small" onClick={() => void copy()}>
      {words}
    </Button>
  );
}

const writeFormatted = (html: string, plain: string): Promise<void> =>
  navigator.clipboard.write([
    new ClipboardItem({
      'text/html': new Blob([html], { type: 'text/html' }),
      'text/plain': new Blob([plain], { type: 'text/plain' }),
    }),
  ]);
