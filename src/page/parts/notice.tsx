import type { LucideIcon } from 'lucide-preact';
import type { ComponentChildren } from 'preact';

interface NoticeProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly hint?: string | undefined;
  readonly children?: ComponentChildren;
}

/** Shown when there is nothing to show: says why, and what to do. */
export function Notice({ icon: Icon, title, hint, children }: NoticeProps) {
  return (
    <div class="notice">
      <span class="notice-icon">
        <Icon size={22} aria-hidden="true" />
      </span>
      <p class="notice-title">{title}</p>
      {hint === undefined ? null : <p class="notice-hint">{hint}</p>}
      {children}
    </div>
  );
}
