import { useState } from 'react';
import { useTexts } from '../texts';
import { Button, IconButton } from './button';

const SHOWN_MS = 2_000;

/** Copies a text and confirms it. */
export function CopyButton({ text, label, bare = false }: { text: string; label?: string; bare?: boolean }) {
  const t = useTexts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const words = copied ? t.common.copied : (label ?? t.common.copy);
  const icon = copied ? 'check' : 'copy';
  return bare ? (
    <IconButton icon={icon} size="small" label={words} onClick={() => void copy()} />
  ) : (
    <Button icon={icon} size="small" onClick={() => void copy()}>
      {words}
    </Button>
  );
}
