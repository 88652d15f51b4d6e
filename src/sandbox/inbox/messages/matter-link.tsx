import { Workflow } from 'lucide-preact';
import type { MessageMatter } from '../../messages/link-message.ts';
import { useCenter } from '../control/center.tsx';
import { aboutOf } from '../parts/about.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

interface MatterLinkProps {
  readonly account: string;
  readonly matter: MessageMatter;
  readonly onFollow?: () => void;
}

/** Leads from a message to the task of its recipient, otherwise to what they initiated. */
export function MatterLink({ account, matter, onFollow }: MatterLinkProps) {
  const { messages: texts } = useTexts();
  return (
    <a class="matter-link" href={`#${placeOf(matter, account)}`} onClick={onFollow}>
      <Workflow size={15} aria-hidden="true" />
      <span>{texts.about(useMatterName()(matter))}</span>
    </a>
  );
}

/** Names a matter: what it is about, otherwise its process, with its number. */
export function useMatterName(): (matter: MessageMatter) => string {
  const { processName } = useCenter();
  return (matter) => {
    const name = aboutOf(matter) ?? processName(matter.transTypeCode);
    return matter.serialNumber === undefined ? name : `${name} · ${matter.serialNumber}`;
  };
}

function placeOf({ transactionId, initiator, taskId, list }: MessageMatter, account: string): string {
  const isTaskFirst = list === 'pending' || initiator !== account;
  return taskId !== undefined && isTaskFirst
    ? addressOf({ screen: 'inbox', account, list: list ?? 'pending', item: taskId })
    : addressOf({ screen: 'inbox', account, list: 'initiated', item: transactionId });
}
