import type { BacklogAnswer, ListedMessage } from '../../answers.ts';
import { useData } from '../data/use-data.ts';
import { useList } from '../data/use-list.ts';
import { BulkOperation } from '../parts/bulk-operation.tsx';
import { Filter } from '../parts/filter.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { CardList } from './card-list.tsx';
import { MessageCard } from './message-card.tsx';
import { useDeliveryFilter } from './use-delivery-filter.ts';

const STATES = ['parked', 'partial', 'pending', 'skipped', 'sent'] as const;

/** Messages to people, also those that the service itself has sent and that belong to no instance. */
export function MessageList({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const texts = useTexts();
  const { fields, query, choice, parked, reload: recount } = useDeliveryFilter('messages', filter);
  const list = useList<ListedMessage>('messages', query);
  const { data: backlog, reload } = useData<BacklogAnswer>('backlog');
  const { pending = 0, parked: allParked = 0 } = backlog?.messages ?? {};
  const onDone = () => {
    list.reload();
    recount();
    reload();
  };
  return (
    <>
      <div class="heading">
        <h1>{texts.screens.messages}</h1>
        <p class="muted">{texts.messages.backlog(pending, allParked)}</p>
        <span class="heading-buttons">
          <BulkOperation
            operation="messages.retry"
            filter={choice}
            count={parked}
            label={texts.bulk.messages(parked)}
            onDone={onDone}
          />
          <BulkOperation
            operation="messages.skip"
            filter={choice}
            count={parked}
            label={texts.bulk.skipMessages(parked)}
            onDone={onDone}
          />
        </span>
      </div>
      <Filter
        screen="messages"
        filter={filter}
        fields={[
          {
            name: 'state',
            label: texts.filter.state,
            options: STATES.map((state) => [state, texts.messageStates[state]] as const),
          },
          ...fields,
        ]}
      />
      <CardList
        list={list}
        empty={{ title: texts.messages.empty, hint: texts.messages.emptyHint }}
        card={(message) => <MessageCard key={message.sendId} message={message} onDone={onDone} />}
      />
    </>
  );
}
