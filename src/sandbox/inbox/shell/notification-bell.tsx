import { Bell } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { recall, remember } from '../../../page/settings/remember.ts';
import type { NotificationsAnswer } from '../../control/message-routes.ts';
import { useCenter } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { MatterLink } from '../messages/matter-link.tsx';
import { useTimes } from '../parts/times.tsx';
import { usePopover } from '../parts/use-popover.ts';
import { webAddress } from '../parts/web-address.ts';
import { When } from '../parts/when.tsx';
import { useTexts } from '../settings/language.tsx';

/** The notification bar of the company's app (SUPERAPP), which is separate from the messages of the inbox. */
export function NotificationBell({ account }: { readonly account: string }) {
  const { messages: texts } = useTexts();
  const path = `/accounts/${encodeURIComponent(account)}/notifications`;
  const { data } = useResource<NotificationsAnswer>(path, ['messages']);
  const { isOpen, close, toggle, panelRef, buttonRef } = usePopover();
  const notifications = data?.notifications ?? [];
  const [seen, setSeen] = useState(readSeen);
  const keys = notifications.map(({ sendId }) => `${account} ${sendId}`);
  // The bar itself has no read state: this page counts what has been seen.
  useEffect(() => {
    if (isOpen) setSeen((before) => keepSeen(new Set([...before, ...keys])));
  }, [isOpen, keys.join()]);
  const count = keys.filter((key) => !seen.has(key)).length;
  return (
    <div class="bell">
      <button
        ref={buttonRef}
        type="button"
        class="tool"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={texts.bar(count)}
        title={texts.bar(count)}
        onClick={toggle}
      >
        <Bell size={18} aria-hidden="true" />
        {count > 0 ? (
          <span class="tool-count" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </button>
      {isOpen ? (
        <div ref={panelRef} class="popover is-wide" role="dialog" aria-label={texts.barTitle}>
          <h2 class="popover-title">{texts.barTitle}</h2>
          <p class="popover-note">{keys.length === 0 ? texts.barEmpty : texts.barNote}</p>
          <ul class="notifications">
            {notifications.toReversed().map((message) => (
              <Notification key={message.sendId} account={account} message={message} onFollow={close} />
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

/** Also over a reload. */
const SEEN = 'notifications-seen';

function readSeen(): ReadonlySet<string> {
  return new Set(recall(SEEN, 'tab')?.split('\n'));
}

function keepSeen(seen: ReadonlySet<string>): ReadonlySet<string> {
  remember(SEEN, [...seen].join('\n'), 'tab');
  return seen;
}

interface NotificationProps {
  readonly account: string;
  readonly message: NotificationsAnswer['notifications'][number];
  readonly onFollow: () => void;
}

function Notification({ account, message, onFollow }: NotificationProps) {
  const { messages: texts } = useTexts();
  const { appName } = useCenter();
  const times = useTimes();
  const link = webAddress(message.link);
  return (
    <li class="notification">
      <strong>{message.title}</strong>
      <p>{message.text}</p>
      <small class="muted">
        {texts.sender(appName(message.appId))} · <When at={times.parse(message.sentAt)} />
      </small>
      {message.matter === undefined ? null : (
        <MatterLink account={account} matter={message.matter} onFollow={onFollow} />
      )}
      {link === undefined ? null : (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {texts.link}
        </a>
      )}
    </li>
  );
}
