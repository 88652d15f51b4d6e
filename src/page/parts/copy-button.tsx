import { Check, Copy } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../speech.tsx';
import { useAnnounce } from './live-region.tsx';

const SHOWN_MS = 1_600;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const texts = useTexts();
  const announce = useAnnounce();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = window.setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await writeToClipboard(text);
    setIsCopied(true);
    announce(texts.copied);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button type="button" class="button is-quiet is-small" onClick={() => void copy()}>
      <Icon size={15} aria-hidden="true" />
      {isCopied ? texts.copied : label}
    </button>
  );
}

/** Fallback for HTTP pages on hosts other than localhost, which have no clipboard API but can copy a selection. */
async function writeToClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}
