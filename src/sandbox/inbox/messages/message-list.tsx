import { MailOpen } from 'lucide-preact';
import { Chip } from '../../../page/parts/chip.tsx';
import type { MessagesAnswer } from '../../control/message-routes.ts';
import { useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { EntryList } from '../lists/entry-list.tsx';
import { useTimes, When } from '../parts/times.tsx';
import type { InboxPlace } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { useMatterName } from './matter-link.tsx';
import { SideSwitch, useSide } from './side-switch.tsx';

/** The system messages of an account as shown on the PC or the phone. */
export function MessageList({ place }: { readonly place: InboxPlace }) {
  const { appName } = useCenter();
  const matterName = useMatterName();
  const [side] = useSide();
  const path = `/accounts/${encodeURIComponent(place.account)}/messages?side=${side}`;
  const resource = useResource<MessagesAnswer>(path, ['messages']);
  return (
    <EntryList
      {...{ place, resource }}
      entries={resource.data?.messages.toReversed()}
      icon={MailOpen}
      idOf={({ sendId }) => sendId}
      textsOf={({ title, text, appId, matter }) => [title, text, appName(appId), matter && matterName(matter)]}
      isUnread={({ isRead }) => !isRead}
      row={(message) => <MessageRow message={message} />}
    >
      <SideSwitch />
    </EntryList>
  );
}

function MessageRow({ message }: { readonly message: MessagesAnswer['messages'][number] }) {
  const { messages: texts, colon } = useTexts();
  const times = useTimes();
  const matterName = useMatterName();
  return (
    <>
      <span class="row-head">
        {message.isRead ? null : <span class="visually-hidden">{texts.unread + colon}</span>}
        <strong class="row-title">{message.title}</strong>
        <When at={times.parse(message.sentAt)} />
      </span>
      <span class="row-text">{message.text}</span>
      {message.matter === undefined ? null : <span class="row-matter">{matterName(message.matter)}</span>}
      {message.isImportant ? (
        <span class="row-chips">
          <Chip tone="danger">{texts.important}</Chip>
        </span>
      ) : null}
    </>
  );
}
