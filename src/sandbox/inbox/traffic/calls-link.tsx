import { ArrowLeft } from 'lucide-preact';
import { useTexts } from '../settings/language.tsx';

/** Link from a call back to the list, if there is no space for both. */
export function CallsLink({ back }: { readonly back: string }) {
  const { traffic: texts, back: backText, aside } = useTexts();
  return (
    <a class="back-link" href={`#${back}`}>
      <ArrowLeft size={18} aria-hidden="true" /> {texts.calls.label}
      <span class="visually-hidden">{aside(backText)}</span>
    </a>
  );
}
