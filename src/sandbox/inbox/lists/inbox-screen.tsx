import { Inbox, Mail, Workflow } from 'lucide-preact';
import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-hash-location';
import { Notice } from '../../../page/parts/notice.tsx';
import { willPress } from '../batch/batch-run.ts';
import { useBatch } from '../batch/batches.tsx';
import { useCenter } from '../control/center.tsx';
import { MessageDetail } from '../messages/message-detail.tsx';
import { isComposing } from '../parts/is-composing.ts';
import { addressOf, type InboxPlace, type ListName } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { TaskDetail } from '../task/task-detail.tsx';
import { TransactionDetail } from '../task/transaction-detail.tsx';
import { ListPane } from './list-pane.tsx';
import { rowId } from './row-list.tsx';
import { useShownFocus } from './use-shown-focus.ts';

/** A list and the open entry next to it; on a phone only one of the two. */
export function InboxScreen({ place }: { readonly place: InboxPlace }) {
  const texts = useTexts();
  const { nameOf } = useCenter();
  const { account, list, item } = place;
  const detailRef = useRef<HTMLElement>(null);
  useShownFocus(item, detailRef);
  const leave = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const isOther = event.key !== 'Escape' || event.defaultPrevented || isComposing(event);
    if (isOther || item === undefined || isWriting(event.currentTarget)) return;
    navigate(addressOf({ screen: 'inbox', account, list }));
    requestAnimationFrame(() => document.getElementById(rowId(item))?.focus());
  };
  return (
    // Escape goes back for those who have a keyboard; the back link works for everybody.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div class={`split${item === undefined ? '' : ' is-open'}`} onKeyDown={leave}>
      <h1 class="visually-hidden">{`${texts.lists.entries[list]} · ${nameOf(account)}`}</h1>
      <section class="list-pane" aria-label={texts.lists.label} tabIndex={-1}>
        <ListPane key={account} place={place} />
      </section>
      <section ref={detailRef} class="detail-pane" aria-label={detailLabel(texts, list)} tabIndex={-1}>
        <Detail place={place} />
      </section>
    </div>
  );
}

/** Keeps Escape from discarding text that a person has written. */
function isWriting(screen: HTMLElement): boolean {
  return [...screen.querySelectorAll('textarea')].some(({ value }) => value !== '');
}

function detailLabel(texts: ReturnType<typeof useTexts>, list: ListName): string {
  if (list === 'messages') return texts.messages.label;
  return list === 'initiated' ? texts.task.transaction : texts.task.task;
}

function Detail({ place: { account, list, item } }: { readonly place: InboxPlace }) {
  const { lists: texts } = useTexts();
  const { isRunning, run } = useBatch(account);
  switch (list) {
    case 'messages':
      if (item === undefined) return <Notice icon={Mail} {...texts.pick.message} />;
      return <MessageDetail key={`${account} ${item}`} account={account} sendId={item} />;
    case 'initiated':
      if (item === undefined) return <Notice icon={Workflow} {...texts.pick.transaction} />;
      return <TransactionDetail key={`${account} ${item}`} account={account} transactionId={item} />;
    case 'pending':
    case 'handled':
      if (item === undefined) return <Notice icon={Inbox} {...texts.pick.task} />;
      return (
        <TaskDetail
          key={`${account} ${item}`}
          {...{ account, list }}
          taskId={item}
          isInBatch={isRunning && run !== undefined && willPress(run, item)}
        />
      );
  }
}
