import { MailOpen } from 'lucide-preact';
import { Chip } from '../../../page/parts/chip.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { MessagesAnswer } from '../../control/message-routes.ts';
import { useNames } from '../control/center.tsx';
import { useResource } from '../control/use-resource.ts';
import { fits, ListFilter, NO_FILTER } from '../lists/list-filter.tsx';
import { NoneFits } from '../lists/none-fits.tsx';
import { RowList } from '../lists/row-list.tsx';
import { useFilter } from '../lists/use-filter.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { memo } from '../parts/memo.ts';
import { useTimes } from '../parts/times.tsx';
import { When } from '../parts/when.tsx';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { useMatterName } from './matter-link.tsx';
import { SideSwitch } from './side-switch.tsx';
import { useSide } from './use-side.ts';

interface MessageListProps {
  readonly account: string;
  /** sendId of the message that is open. */
  readonly open: string | undefined;
}

/** The system messages of an account as shown on the PC or the phone. */
export function MessageList({ account, open }: MessageListProps) {
  const { lists: texts, messages: words } = useTexts();
  const { appName } = useNames();
  const matterName = useMatterName();
  const [side] = useSide();
  const path = `/accounts/${encodeURIComponent(account)}/messages?side=${side}`;
  const { data, failure, reload } = useResource<MessagesAnswer>(path, ['messages']);
  const [filter, setFilter] = useFilter(account, 'messages');
  if (data === undefined)
    return failure === undefined ? <Skeleton /> : <FailureNotice failure={failure} retry={reload} />;
  if (data.messages.length === 0) return <Notice icon={MailOpen} {...texts.empty.messages} />;
  const readStates = { unread: words.unread, read: words.read };
  const fitting = data.messages
    .toReversed()
    .filter((message) =>
      fits(
        filter,
        [message.title, message.text, appName(message.appId), message.matter && matterName(message.matter)],
        { read: message.isRead ? 'read' : 'unread' },
      ),
    );
  return (
    <>
      <div class="list-tools">
        <ListFilter
          filter={filter}
          facets={[
            {
              ...{ name: 'read', label: texts.state },
              ...{ values: Object.keys(readStates), textOf: (state) => readStates[state as keyof typeof readStates] },
            },
          ]}
          onChange={setFilter}
        />
      </div>
      <SideSwitch />
      {fitting.length === 0 ? (
        <NoneFits onClear={() => setFilter(NO_FILTER)} />
      ) : (
        <RowList
          name={`${account} messages`}
          label={texts.entries.messages}
          open={open}
          rows={fitting.map((message) => ({
            id: message.sendId,
            href: `#${addressOf({ screen: 'inbox', account, list: 'messages', item: message.sendId })}`,
            isUnread: !message.isRead,
            content: <MessageRow message={message} />,
          }))}
        />
      )}
    </>
  );
}

const MessageRow = memo(function MessageRow({ message }: { readonly message: MessagesAnswer['messages'][number] }) {
  const { messages: texts, colon } = useTexts();
  const times = useTimes();
  const matterName = useMatterName();
  return (
    <>
      <span class="row-head">
        {message.isRead ? null : (
          <span class="visually-hidden">
            {texts.unread}
            {colon}
          </span>
        )}
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
});
