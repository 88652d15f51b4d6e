import type { LucideIcon } from 'lucide-preact';
import type { ComponentChildren } from 'preact';

interface NoticeProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly hint?: string | undefined;
  /** It is all that a page shows, so that its title is the heading of the page. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}

/** Shown when there is nothing to show: says why, and what to do. */
export function Notice({ icon: Icon, title, hint, isPage = false, children }: NoticeProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div class="notice">
      <span class="notice-icon">
        <Icon size={22} aria-hidden="true" />
      </span>
      <Title class="notice-title">{title}</Title>
      {hint === undefined ? null : <p class="notice-hint">{hint}</p>}
      {children}
    </div>
  );
}
