import { Inbox, Mail, Workflow } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import { Notice } from '../../../page/parts/notice.tsx';
import { useCenter } from '../control/center.tsx';
import { MessageDetail } from '../messages/message-detail.tsx';
import type { InboxPlace } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { TaskDetail } from '../task/task-detail.tsx';
import { TransactionDetail } from '../task/transaction-detail.tsx';
import { ListPane } from './list-pane.tsx';
import { useEntryFocus } from './rows.tsx';

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
