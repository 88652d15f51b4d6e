import { ExternalLink, FileQuestion, Paperclip } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import { Chip } from '../../../page/parts/chip.tsx';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { MessagesAnswer } from '../../control/message-routes.ts';
import { callControl, useResource } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { useTimes, When } from '../parts/times.tsx';
import { webAddress } from '../parts/web-address.ts';
import { useTexts } from '../settings/language.tsx';
import { BackLink } from '../task/back-link.tsx';
import { MatterLink } from './matter-link.tsx';
import { useSide } from './side-switch.tsx';

/** One system message; opening it marks it as read on both sides. */
export function MessageDetail({ account, sendId }: { readonly account: string; readonly sendId: string }) {
  const { messages: texts } = useTexts();
  const [side] = useSide();
  const base = `/accounts/${encodeURIComponent(account)}/messages`;
  const { data, failure, reload } = useResource<MessagesAnswer>(`${base}?side=${side}`, ['messages']);
  const message = data?.messages.find((each) => each.sendId === sendId);
  const isUnread = message !== undefined && !message.isRead;
  useEffect(() => {
    if (!isUnread) return;
    // If this fails, the message stays unread, and opening it again tries again.
    callControl(`${base}/${encodeURIComponent(sendId)}/read`, { method: 'POST', body: { side } }).catch(
      () => undefined,
    );
  }, [isUnread, base, sendId, side]);
  return (
    <article class="detail">
      <BackLink account={account} list="messages" />
      {message !== undefined ? (
        <Message account={account} message={message} />
      ) : data !== undefined ? (
        <Notice icon={FileQuestion} title={texts.gone} hint={texts.goneHint} />
      ) : failure !== undefined ? (
        <FailureNotice failure={failure} retry={reload} />
      ) : (
        <Skeleton rows={2} />
      )}
    </article>
  );
}

interface MessageProps {
  readonly account: string;
  readonly message: MessagesAnswer['messages'][number];
}

function Message({ account, message }: MessageProps) {
  const { messages: texts } = useTexts();
  const { appName } = useCenter();
  const times = useTimes();
  const { readAt, readOn } = message;
  const link = webAddress(message.link);
  return (
    <>
      <header class="detail-heading">
        <p class="overline">
          <span>{texts.sender(appName(message.appId))}</span>
          <When at={times.parse(message.sentAt)} isFull />
        </p>
        <div class="detail-title">
          <h2>{message.title}</h2>
          {message.isImportant ? <Chip tone="danger">{texts.important}</Chip> : null}
        </div>
      </header>
      <div class="card message">
        <p class="message-text">{message.text}</p>
        {message.signOff === undefined ? null : <p class="muted">{message.signOff}</p>}
        {link === undefined ? null : (
          <a class="button" href={link} target="_blank" rel="noopener noreferrer">
            {texts.link} <ExternalLink size={15} aria-hidden="true" />
          </a>
        )}
        <Files files={message.files} />
        {message.matter === undefined ? null : <MatterLink account={account} matter={message.matter} />}
      </div>
      {readAt === undefined || readOn === undefined ? null : (
        <p class="hint">{texts.readOn(times.exact(times.parse(readAt)), texts.onSide[readOn])}</p>
      )}
    </>
  );
}

function Files({ files }: { readonly files: readonly string[] }) {
  const { messages: texts } = useTexts();
  if (files.length === 0) return null;
  return (
    <div>
      <h3>{texts.files}</h3>
      <ul class="files">
        {files.map((file) => {
          const address = webAddress(file);
          return (
            <li key={file}>
              <Paperclip size={15} aria-hidden="true" />{' '}
              {address === undefined ? (
                file
              ) : (
                <a href={address} target="_blank" rel="noopener noreferrer">
                  {file}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
