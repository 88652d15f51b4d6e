import type { ComponentChildren } from 'preact';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A state in a word or two; the colour adds no information to the text. */
export function Chip({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`chip is-${tone}`}>{children}</span>;
}
