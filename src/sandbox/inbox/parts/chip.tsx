import type { ComponentChildren } from 'preact';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A short word about a state; its colour never says more than its text. */
export function Chip({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`chip is-${tone}`}>{children}</span>;
}
