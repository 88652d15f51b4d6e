import { useCenter } from '../control/center.tsx';
import { MessageList } from '../messages/message-list.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { addressOf, type InboxPlace, LIST_NAMES } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { InitiatedList } from './initiated-list.tsx';
import { TaskList } from './task-list.tsx';

export function ListPane({ place }: { readonly place: InboxPlace }) {
  const { lists: texts } = useTexts();
  const { accounts } = useCenter();
  const { account, list, item } = place;
  const counts = accounts.data?.accounts.find((each) => each.account === account)?.counts;
  const tabs = LIST_NAMES.map((name) => ({
    name,
    text: texts[name],
    count: name === 'messages' ? counts?.unread : counts?.[name],
    isStrong: name === 'pending' || name === 'messages',
    address: addressOf({ screen: 'inbox', account, list: name }),
  }));
  return (
    <>
      <Tabs label={texts.label} tabs={tabs} current={list} panelId="list-panel" />
      <div id="list-panel" class="list-panel" role="tabpanel" aria-labelledby={`tab-${list}`}>
        {list === 'messages' ? (
          <MessageList account={account} open={item} />
        ) : list === 'initiated' ? (
          <InitiatedList account={account} open={item} />
        ) : (
          <TaskList key={list} account={account} list={list} open={item} />
        )}
      </div>
    </>
  );
}
