import type { ListedMessage } from '../../answers.ts';
import { addressOf } from '../address.ts';
import { Operation } from '../parts/operation.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';

interface MessageCardProps {
  readonly message: ListedMessage;
  /** The instance is known from where the card is. */
  readonly isOfInstance?: boolean;
  readonly onDone: () => void;
}

export function MessageCard({ message, isOfInstance = false, onDone }: MessageCardProps) {
  const texts = useTexts();
  const { sendId, messageTypeCode, instanceId, state, attempts, createdAt, reason, unreached } = message;
  const operation = (name: 'retry' | 'skip') => (
    <Operation name={name} path={`messages/${encodeURIComponent(sendId)}/${name}`} subject={sendId} onDone={onDone} />
  );
  return (
    <article class="item">
      <div class="item-head">
        <strong>{messageTypeCode}</strong>
        <StateChip state={state} words={texts.messageStates} />
        <small class="muted">
          {texts.instance.attempts(attempts)} · <When at={createdAt} />
        </small>
        {state === 'parked' ? (
          <>
            {operation('retry')}
            {operation('skip')}
          </>
        ) : null}
      </div>
      <p class="mono">{sendId}</p>
      {reason === null ? null : <p class="problem">{reason}</p>}
      {unreached === 0 ? null : <p class="problem">{texts.messages.unreached(unreached)}</p>}
      {isOfInstance || instanceId === null ? null : (
        <p>
          <a href={addressOf('instances', instanceId)}>
            {texts.reports.instance} <span class="mono">{instanceId}</span>
          </a>
        </p>
      )}
    </article>
  );
}
