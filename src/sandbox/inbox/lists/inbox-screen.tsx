import { Inbox, Mail, Workflow } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import { Notice } from '../../../page/parts/notice.tsx';
import { useCenter } from '../control/center.tsx';
import { MessageDetail } from '../messages/message-detail.tsx';
import { MessageList } from '../messages/message-list.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { addressOf, type InboxPlace, LIST_NAMES } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { TaskDetail } from '../task/task-detail.tsx';
import { TransactionDetail } from '../task/transaction-detail.tsx';
import { InitiatedList } from './initiated-list.tsx';
import { useEntryFocus } from './rows.tsx';
import { TaskList } from './task-list.tsx';

/** A list and the open entry next to it; on a phone only one of the two. */
export function InboxScreen({ place }: { readonly place: InboxPlace }) {
  const { lists, messages, task } = useTexts();
  const { nameOf } = useCenter();
  const { account, list, item } = place;
  const entryRef = useRef<HTMLElement>(null);
  useEntryFocus(item, entryRef);
  const label = list === 'messages' ? messages.label : list === 'initiated' ? task.transaction : task.task;
  return (
    <div class={`split${item === undefined ? '' : ' is-open'}`}>
      <h1 class="visually-hidden">{`${lists.entries[list]} · ${nameOf(account)}`}</h1>
      <section class="list-pane" aria-label={lists.label}>
        <ListPane key={account} place={place} />
      </section>
      <section ref={entryRef} class="detail-pane" aria-label={label} tabIndex={-1}>
        <Entry key={`${account} ${item}`} place={place} />
      </section>
    </div>
  );
}

function Entry({ place: { account, list, item } }: { readonly place: InboxPlace }) {
  const { pick } = useTexts().lists;
  switch (list) {
    case 'messages':
      if (item === undefined) return <Notice icon={Mail} {...pick.message} />;
      return <MessageDetail account={account} sendId={item} />;
    case 'initiated':
      if (item === undefined) return <Notice icon={Workflow} {...pick.transaction} />;
      return <TransactionDetail account={account} transactionId={item} />;
    case 'pending':
    case 'handled':
      if (item === undefined) return <Notice icon={Inbox} {...pick.task} />;
      return <TaskDetail account={account} list={list} taskId={item} />;
  }
}

function ListPane({ place }: { readonly place: InboxPlace }) {
  const { lists: texts } = useTexts();
  const { accounts } = useCenter();
  const { account, list } = place;
  const counts = accounts.data?.accounts.find((each) => each.account === account)?.counts;
  const tabs = LIST_NAMES.map((name) => ({
    ...{ name, text: texts[name], address: addressOf({ screen: 'inbox', account, list: name }) },
    count: name === 'messages' ? counts?.unread : counts?.[name],
    isStrong: name === 'pending' || name === 'messages',
  }));
  return (
    <>
      <Tabs label={texts.label} tabs={tabs} current={list} />
      <div class="list-panel" key={list}>
        {list === 'messages' ? (
          <MessageList place={place} />
        ) : list === 'initiated' ? (
          <InitiatedList place={place} />
        ) : (
          <TaskList place={{ ...place, list }} />
        )}
      </div>
    </>
  );
}
