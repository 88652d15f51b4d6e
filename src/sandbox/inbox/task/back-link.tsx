import { ArrowLeft } from 'lucide-preact';
import { addressOf, type ListName } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

/** Shown if there is no space for the list next to the open entry. */
export function BackLink({ account, list }: { readonly account: string; readonly list: ListName }) {
  const texts = useTexts();
  return (
    <a class="back-link" href={`#${addressOf({ screen: 'inbox', account, list })}`}>
      <ArrowLeft size={18} aria-hidden="true" /> {texts.lists[list]}
      <span class="visually-hidden">{texts.aside(texts.back)}</span>
    </a>
  );
}
