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
