import type { ListedMessage } from '../../answers.ts';
import { Operations } from '../parts/operation.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { InstanceLink } from './instance-link.tsx';

interface MessageCardProps {
  readonly message: ListedMessage;
  /** The instance is known from where the card is. */
  readonly isOfInstance?: boolean;
  readonly onDone: () => void;
}

export function MessageCard({ message, isOfInstance = false, onDone }: MessageCardProps) {
  const texts = useTexts();
  const { sendId, messageTypeCode, instanceId, state, attempts, createdAt, reason, unreached } = message;
  return (
    <article class="item">
      <div class="item-head">
        <strong>{messageTypeCode}</strong>
        <StateChip state={state} words={texts.messageStates} />
        <small class="muted">
          {texts.instance.attempts(attempts)} · <When at={createdAt} />
        </small>
        <Operations on="messages" row={message} id={sendId} subject={sendId} onDone={onDone} />
      </div>
      <p class="mono">{sendId}</p>
      {reason === null ? null : <p class="problem">{reason}</p>}
      {unreached === 0 ? null : <p class="problem">{texts.messages.unreached(unreached)}</p>}
      {isOfInstance || instanceId === null ? null : <InstanceLink id={instanceId} />}
    </article>
  );
}
