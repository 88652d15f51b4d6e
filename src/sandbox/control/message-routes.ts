import * as z from 'zod';
import { findMatter, listMessagesAbout, type MessageMatter } from '../messages/link-message.ts';
import type { ListedMessage, SentMessage, WebsiteMessage } from '../messages/message-views.ts';
import type { CenterState } from '../state/center-state.ts';
import { ControlError } from './control-error.ts';
import { defineRoute } from './control-route.ts';
import { findAccount, findTransaction } from './find-known.ts';

interface WithMatter {
  /** What the message is about; absent if the center cannot know. */
  readonly matter?: MessageMatter;
}

/** Answer of `GET /accounts/{account}/messages`. */
export interface MessagesAnswer {
  readonly messages: readonly (WebsiteMessage & WithMatter)[];
}

/** Answer of `GET /accounts/{account}/notifications`. */
export interface NotificationsAnswer {
  readonly notifications: readonly (ListedMessage & WithMatter)[];
}

const side = z.enum(['pc', 'mobile'], { error: 'must be pc or mobile' }).default('pc');

export const MESSAGE_ROUTES = [
  defineRoute('GET /accounts/{account}/messages', {
    title: 'messages of an account',
    takes: 'pc, the default, or mobile',
    query: z.strictObject({ side }),
    answers:
      '`messages` with `isRead` and `matter`: the transaction that the message is about, and the task of the account in it, as far as the ids of a bridge tell',
    example: { side: 'mobile' },
    answer: ({ params, query }, { sandbox, center }): MessagesAnswer => {
      const { account } = findAccount(center, params.account);
      return { messages: sandbox.messages(account, query.side).map((each) => withMatter(center, each, account)) };
    },
  }),
  defineRoute('POST /accounts/{account}/messages/{sendId}/read', {
    title: 'read a message',
    body: z.strictObject({ side }),
    answers: '`message`',
    example: { side: 'pc' },
    answer({ params: { account, sendId }, body }, { sandbox, center }) {
      findAccount(center, account);
      const find = () => sandbox.messages(account, body.side).find((each) => each.sendId === sendId);
      if (find() === undefined) {
        throw new ControlError('ERR_MESSAGE_UNKNOWN', `${account} has no system message ${sendId}`);
      }
      sandbox.readMessage(sendId, account, body.side);
      return { message: find() };
    },
  }),
  defineRoute('GET /accounts/{account}/notifications', {
    title: 'notification bar',
    answers: '`notifications`, each with its `matter`',
    answer: ({ params }, { sandbox, center }): NotificationsAnswer => {
      const { account } = findAccount(center, params.account);
      return { notifications: sandbox.notifications(account).map((each) => withMatter(center, each, account)) };
    },
  }),
  defineRoute('GET /transactions/{transactionId}/messages', {
    title: 'messages about a transaction',
    answers:
      '`messages` that were sent, recognized by the id of the instance with which a bridge begins the ids of tasks and messages',
    answer: ({ params }, { center }): { readonly messages: readonly SentMessage[] } => ({
      messages: listMessagesAbout(center, findTransaction(center, params.transactionId)),
    }),
  }),
  defineRoute('GET /messages', {
    title: 'all sent messages',
    answers: '`messages` with deliveries, errorList and readBy',
    answer: (_call, { sandbox }) => ({ messages: sandbox.sentMessages() }),
  }),
  defineRoute('GET /messages/{sendId}', {
    title: 'one sent message',
    answers: '`message`',
    answer({ params: { sendId } }, { sandbox }) {
      const message = sandbox.sentMessage(sendId);
      if (message !== undefined) return { message };
      throw new ControlError('ERR_MESSAGE_UNKNOWN', `the center has no message ${sendId}`);
    },
  }),
];

function withMatter<Message extends ListedMessage>(
  center: CenterState,
  message: Message,
  account: string,
): Message & WithMatter {
  const matter = findMatter(center, message.sendId, account);
  return matter === undefined ? message : { ...message, matter };
}
