import { Bell } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { recall, remember } from '../../../page/settings/remember.ts';
import type { NotificationsAnswer } from '../../control/message-routes.ts';
import { useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { MatterLink } from '../messages/matter-link.tsx';
import { Popover } from '../parts/popover.tsx';
import { useTimes, When } from '../parts/times.tsx';
import { webAddress } from '../parts/web-address.ts';
import { useTexts } from '../settings/language.tsx';

/** The notification bar of the company's app (SUPERAPP), which is separate from the messages of the inbox. */
export function NotificationBell({ account }: { readonly account: string }) {
  const { messages: texts } = useTexts();
  const path = `/accounts/${encodeURIComponent(account)}/notifications`;
  const { data } = useResource<NotificationsAnswer>(path, ['messages']);
  const notifications = data?.notifications ?? [];
  const [seen, setSeen] = useState(() => Number(recall(seenBy(account), 'tab') ?? 0));
  const count = Math.max(0, notifications.length - seen);
  // The bar itself has no read state: this tab counts how many have been seen.
  const see = () => {
    remember(seenBy(account), String(notifications.length), 'tab');
    setSeen(notifications.length);
  };
  return (
    <Popover
      label={texts.barTitle}
      buttonClass="tool"
      buttonLabel={texts.bar(count)}
      button={
        <>
          <Bell size={18} aria-hidden="true" />
          {count > 0 ? (
            <span class="tool-count" aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          ) : null}
        </>
      }
    >
      {(close) => (
        <>
          <Seen count={notifications.length} see={see} />
          <h2 class="popover-title">{texts.barTitle}</h2>
          <p class="popover-note">{notifications.length === 0 ? texts.barEmpty : texts.barNote}</p>
          <ul>
            {notifications.toReversed().map((message) => (
              <Notification key={message.sendId} account={account} message={message} onFollow={close} />
            ))}
          </ul>
        </>
      )}
    </Popover>
  );
}

const seenBy = (account: string) => `notifications-seen.${account}`;

/** Drawn while the bar is open. */
function Seen({ count, see }: { readonly count: number; readonly see: () => void }) {
  useEffect(see, [count]);
  return null;
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
